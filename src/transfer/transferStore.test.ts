import { describe, expect, it } from 'vitest';
import { terms } from '../../tools/lab/web/fixtures.ts';
import { createMemoryStorage } from '../../tools/lab/web/memoryStorage.ts';
import { createTransferStore, StorageRefused } from './transferStore.ts';

describe('createTransferStore', () => {
  it('restores a transfer in a new page', () => {
    const storage = createMemoryStorage();
    const before = createTransferStore(storage, 'here').getState();
    before.begin(terms, false);
    before.apply(terms.id, { type: 'walletOpened', attempt: { nonce: 4, fromBlock: 12n } });
    const after = createTransferStore(storage, 'here').getState();
    expect(after.transfers[terms.id]).toEqual({
      status: 'signing',
      proposal: null,
      terms,
      attempt: { nonce: 4, fromBlock: 12n },
    });
  });

  it("keeps two installations' transfers apart", () => {
    const storage = createMemoryStorage();
    createTransferStore(storage, 'here').getState().begin(terms, true);
    expect(createTransferStore(storage, 'there').getState().transfers).toEqual({});
    for (const name of ['there', 'here/inside']) {
      createTransferStore(storage, name)
        .getState()
        .begin({ ...terms, id: 'other' }, true);
    }
    expect(Object.keys(createTransferStore(storage, 'here').getState().transfers)).toEqual([terms.id]);
  });

  it('keeps records of a later version, but shows none of them', () => {
    const storage = createMemoryStorage();
    createTransferStore(storage, 'here').getState().begin(terms, true);
    const key = `causeway.transfers.here/${terms.id}`;
    const later = storage.getItem(key)?.replace('"version":1', '"version":2') ?? '';
    storage.setItem(key, later);
    storage.setItem('causeway.transfers.here/other', '{"version":2,"transfer":{"status":"teleported"}}');
    const store = createTransferStore(storage, 'here');
    expect(store.getState().transfers).toEqual({});
    store.getState().begin({ ...terms, id: 'new' }, true);
    expect(storage.getItem(key)).toBe(later);
    expect(storage.getItem('causeway.transfers.here/other')).toContain('teleported');
    expect(Object.keys(createTransferStore(storage, 'here').getState().transfers)).toEqual(['new']);
  });

  it('throws StorageRefused when the browser does not store a new transfer', () => {
    const storage = createMemoryStorage(() => true);
    const store = createTransferStore(storage, 'here').getState();
    expect(() => store.begin(terms, false)).toThrow(StorageRefused);
  });

  it('keeps unsaved changes in the page and reports them when the storage fills up', () => {
    let isFull = false;
    const filling = createMemoryStorage(() => isFull);
    const store = createTransferStore(filling, 'here');
    store.getState().begin(terms, false);
    isFull = true;
    store.getState().apply(terms.id, { type: 'walletOpened', attempt: { nonce: 1, fromBlock: 1n } });
    store.getState().apply(terms.id, { type: 'depositSent', hash: `0x${'1'.repeat(64)}`, at: 1 });
    expect(store.getState()).toMatchObject({ transfers: { [terms.id]: { status: 'sent' } } });
    expect(store.getState().unsaved).toEqual(new Set([terms.id]));
    isFull = false;
    store.getState().apply(terms.id, { type: 'depositMined', at: 2 });
    expect(store.getState().unsaved.size).toBe(0);
    expect(createTransferStore(filling, 'here').getState().transfers[terms.id]?.status).toBe('deposited');
  });

  it('applies an event to the record that another tab has written', () => {
    const storage = createMemoryStorage();
    const [one, two] = [createTransferStore(storage, 'here'), createTransferStore(storage, 'here')];
    one.getState().begin(terms, false);
    two.getState().refresh();
    one.getState().apply(terms.id, { type: 'walletOpened', attempt: { nonce: 1, fromBlock: 1n } });
    one.getState().apply(terms.id, { type: 'depositSent', hash: `0x${'1'.repeat(64)}`, at: 1 });
    // The second tab has not read the change yet. It begins another transfer.
    two.getState().apply(terms.id, { type: 'abandoned' });
    two.getState().begin({ ...terms, id: 'two' }, false);
    one.getState().refresh();
    for (const store of [one, two]) {
      expect(store.getState().transfers).toMatchObject({ one: { status: 'sent' }, two: { status: 'readyToSign' } });
    }
  });

  it('does not notify its subscribers when another tab changed no transfer', () => {
    const storage = createMemoryStorage();
    const [one, two] = [createTransferStore(storage, 'here'), createTransferStore(storage, 'here')];
    one.getState().begin(terms, false);
    let changes = 0;
    two.subscribe(() => {
      changes += 1;
    });
    two.getState().refresh();
    two.getState().refresh();
    expect(changes).toBe(1);
  });
});
