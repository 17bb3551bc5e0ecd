import { describe, expect, it } from 'vitest';
import { terms } from '../../lab/web/fixtures.ts';
import { createTransferStore, StorageRefused } from './transferStore.ts';

/** The browser's storage, in memory: the same interface, with text in and text out. */
function createMemoryStorage(isFull: () => boolean = () => false): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    key: (index) => [...items.keys()][index] ?? null,
    removeItem: (key) => void items.delete(key),
    setItem: (key, value) => {
      if (isFull()) throw new Error('QuotaExceededError');
      items.set(key, value);
    },
  };
}

describe('the transfer store', () => {
  it('brings back in a new page what was begun in the old one', () => {
    const storage = createMemoryStorage();
    const before = createTransferStore(storage, 'here').getState();
    before.begin(terms, false);
    before.apply(terms.id, { type: 'walletOpened', attempt: { nonce: 4, fromBlock: 12n } });
    const after = createTransferStore(storage, 'here').getState();
    expect(after.transfers[terms.id]).toEqual({ status: 'signing', terms, attempt: { nonce: 4, fromBlock: 12n } });
  });

  it('keeps installations apart', () => {
    const storage = createMemoryStorage();
    createTransferStore(storage, 'here').getState().begin(terms, true);
    expect(createTransferStore(storage, 'there').getState().transfers).toEqual({});
  });

  it('keeps what it cannot read for a version that can', () => {
    const storage = createMemoryStorage();
    const key = 'causeway.transfers.here/later';
    storage.setItem(key, JSON.stringify({ version: 9, transfer: { status: 'teleported' } }));
    const store = createTransferStore(storage, 'here');
    expect(store.getState().transfers).toEqual({});
    store.getState().begin(terms, true);
    expect(storage.getItem(key)).toContain('teleported');
    expect(Object.keys(createTransferStore(storage, 'here').getState().transfers)).toEqual([terms.id]);
  });

  it('takes up the transfers that version 1 kept under one key', () => {
    const storage = createMemoryStorage();
    const { typed: _typed, knownDuplicates: _knownDuplicates, ...earlier } = terms;
    const transfer = { status: 'sent', terms: earlier, hash: `0x${'1'.repeat(64)}` };
    const text = JSON.stringify({ version: 1, transfers: { one: transfer } }, (_key, value) =>
      typeof value === 'bigint' ? `${value}` : value,
    );
    storage.setItem('causeway.transfers.here', text);
    const store = createTransferStore(storage, 'here');
    expect(store.getState().transfers.one).toMatchObject({ status: 'sent', hash: transfer.hash });
    store.getState().apply('one', { type: 'depositMined' });
    expect(createTransferStore(storage, 'here').getState().transfers.one?.status).toBe('deposited');
  });

  it('refuses to begin where the browser does not keep it: no wallet is opened then', () => {
    const storage = createMemoryStorage(() => true);
    const store = createTransferStore(storage, 'here').getState();
    expect(() => store.begin(terms, false)).toThrow(StorageRefused);
  });

  it('goes on in the page, and says so, where the storage fills up on the way', () => {
    let isFull = false;
    const filling = createMemoryStorage(() => isFull);
    const store = createTransferStore(filling, 'here');
    store.getState().begin(terms, false);
    isFull = true;
    store.getState().apply(terms.id, { type: 'walletOpened', attempt: { nonce: 1, fromBlock: 1n } });
    store.getState().apply(terms.id, { type: 'depositSent', hash: `0x${'1'.repeat(64)}` });
    expect(store.getState()).toMatchObject({ transfers: { [terms.id]: { status: 'sent' } } });
    expect(store.getState().unsaved).toEqual(new Set([terms.id]));
    isFull = false;
    store.getState().apply(terms.id, { type: 'depositMined' });
    expect(store.getState().unsaved.size).toBe(0);
    expect(createTransferStore(filling, 'here').getState().transfers[terms.id]?.status).toBe('deposited');
  });

  it('makes each change to what another tab has left, and never goes back behind it', () => {
    const storage = createMemoryStorage();
    const [one, two] = [createTransferStore(storage, 'here'), createTransferStore(storage, 'here')];
    one.getState().begin(terms, false);
    two.getState().refresh();
    one.getState().apply(terms.id, { type: 'walletOpened', attempt: { nonce: 1, fromBlock: 1n } });
    one.getState().apply(terms.id, { type: 'depositSent', hash: `0x${'1'.repeat(64)}` });
    // The second tab still shows the transfer as ready to sign, and another one begins there.
    two.getState().apply(terms.id, { type: 'abandoned' });
    two.getState().begin({ ...terms, id: 'two' }, false);
    one.getState().refresh();
    for (const store of [one, two]) {
      expect(store.getState().transfers).toMatchObject({ one: { status: 'sent' }, two: { status: 'readyToSign' } });
    }
  });
});
