import { describe, expect, it } from 'vitest';
import { ACCOUNT, OTHER_ACCOUNT } from '../../lab/web/fixtures.ts';
import { createMemoryStorage } from '../../lab/web/memoryStorage.ts';
import { createContactStore } from './contactStore.ts';

const alice = { address: ACCOUNT, name: 'Alice', note: '' };
const bob = { address: OTHER_ACCOUNT, name: 'Bob', note: 'rent' };

describe('createContactStore', () => {
  it('keeps the contacts for the next page, and apart from another installation', () => {
    const storage = createMemoryStorage();
    expect(createContactStore(storage, 'here').getState().save(bob)).toBe(true);
    expect(createContactStore(storage, 'here').getState().contacts).toEqual([bob]);
    expect(createContactStore(storage, 'there').getState().contacts).toEqual([]);
  });

  it('adds to what another tab has saved', () => {
    const storage = createMemoryStorage();
    const [one, two] = [createContactStore(storage, 'here'), createContactStore(storage, 'here')];
    one.getState().save(bob);
    two.getState().save(alice);
    expect(two.getState().contacts).toEqual([alice, bob]);
    one.getState().remove(alice.address);
    two.getState().refresh();
    expect(two.getState().contacts).toEqual([bob]);
  });

  it('replaces an entry whose address was corrected', () => {
    const store = createContactStore(createMemoryStorage(), 'here');
    store.getState().save(bob);
    store.getState().save({ ...bob, address: ACCOUNT }, bob.address);
    expect(store.getState().contacts).toEqual([{ ...bob, address: ACCOUNT }]);
  });

  it('says that a full storage kept nothing', () => {
    const store = createContactStore(
      createMemoryStorage(() => true),
      'here',
    );
    expect(store.getState().save(bob)).toBe(false);
    expect(store.getState().contacts).toEqual([]);
  });

  it.each(['{', JSON.stringify({ version: 2, people: [] }), JSON.stringify({ version: 1, contacts: [{ name: 'x' }] })])(
    'leaves a book that it cannot read as it is: %s',
    (text) => {
      const storage = createMemoryStorage();
      storage.setItem('causeway.contacts.here', text);
      const store = createContactStore(storage, 'here');
      expect(store.getState().contacts).toEqual([]);
      expect(store.getState().save(bob)).toBe(false);
      expect(storage.getItem('causeway.contacts.here')).toBe(text);
    },
  );
});
