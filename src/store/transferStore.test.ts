import { describe, expect, it } from 'vitest';
import { terms } from '../testing/fixtures.ts';
import { createTransferStore } from './transferStore.ts';

/** The browser's storage, in memory: the same interface, with text in and text out. */
function createMemoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    key: (index) => [...items.keys()][index] ?? null,
    removeItem: (key) => void items.delete(key),
    setItem: (key, value) => void items.set(key, value),
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
    const key = 'causeway.transfers.here';
    storage.setItem(key, JSON.stringify({ version: 9, transfers: { later: { status: 'teleported' } } }));
    const store = createTransferStore(storage, 'here');
    expect(store.getState().transfers).toEqual({});
    store.getState().begin(terms, true);
    expect(storage.getItem(key)).toContain('teleported');
    expect(Object.keys(createTransferStore(storage, 'here').getState().transfers)).toEqual([terms.id]);
  });
});
