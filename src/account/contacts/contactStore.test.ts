import { describe, expect, it } from 'vitest';
import { ACCOUNT, OTHER_ACCOUNT } from '../../../tools/lab/web/fixtures.ts';
import { createMemoryStorage } from '../../../tools/lab/web/memoryStorage.ts';
import { createContactStore } from './contactStore.ts';

const alice = { address: ACCOUNT, name: 'Alice', note: '' };
const bob = { address: OTHER_ACCOUNT, name: 'Bob', note: 'rent' };

describe('createContactStore', () => {
  it('keeps the contacts for the next page, separate from another installation', () => {
    const storage = createMemoryStorage();
    expect(createContactStore(() => storage, 'here').save(bob)).toBe(true);
    expect(createContactStore(() => storage, 'here').get()).toEqual([bob]);
    expect(createContactStore(() => storage, 'there').get()).toEqual([]);
  });

  it('stays sorted by name, and removes an entry', () => {
    const storage = createMemoryStorage();
    const store = createContactStore(() => storage, 'here');
    store.save(bob);
    store.save(alice);
    expect(store.get()).toEqual([alice, bob]);
    store.remove(alice.address);
    expect(store.get()).toEqual([bob]);
  });

  it('replaces an entry whose address was corrected', () => {
    const storage = createMemoryStorage();
    const store = createContactStore(() => storage, 'here');
    store.save(bob);
    store.save({ ...bob, address: ACCOUNT }, bob.address);
    expect(store.get()).toEqual([{ ...bob, address: ACCOUNT }]);
  });

  it('reports that nothing was kept if the storage is full', () => {
    const store = createContactStore(() => createMemoryStorage(() => true), 'here');
    expect(store.save(bob)).toBe(false);
    expect(store.addAll([bob])).toBeNull();
    expect(store.get()).toEqual([]);
  });

  it.each(['{', JSON.stringify({ people: [] }), JSON.stringify([{ name: 'x' }])])(
    'leaves a book that it cannot read unchanged: %s',
    (text) => {
      const storage = createMemoryStorage();
      storage.setItem('causeway.contacts.here', text);
      const store = createContactStore(() => storage, 'here');
      expect(store.get()).toEqual([]);
      expect(store.save(bob)).toBe(false);
      expect(storage.getItem('causeway.contacts.here')).toBe(text);
    },
  );
});
