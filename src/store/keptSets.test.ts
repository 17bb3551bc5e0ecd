import { describe, expect, it } from 'vitest';
import { hashOf } from '../../lab/web/fakeWallet.ts';
import { createMemoryStorage } from '../../lab/web/memoryStorage.ts';
import { createKeptSets } from './keptSets.ts';

const hashes = [hashOf('a'), hashOf('b')];

describe('sets that this browser keeps', () => {
  it('open by their id, in this installation only', () => {
    const storage = createMemoryStorage();
    expect(createKeptSets(storage, 'here').keep('one', hashes)).toBe(true);
    expect(createKeptSets(storage, 'here').find('one')).toEqual(hashes);
    expect(createKeptSets(storage, 'here').find('two')).toBeNull();
    expect(createKeptSets(storage, 'elsewhere').find('one')).toBeNull();
  });

  it('make room for new ones', () => {
    const sets = createKeptSets(createMemoryStorage(), 'here');
    for (const id of ['1', '2', '3', '4', '5', '1', '6']) sets.keep(id, hashes);
    expect(['1', '2', '3', '4', '5', '6'].map((id) => sets.find(id) !== null)).toEqual([
      true,
      false,
      true,
      true,
      true,
      true,
    ]);
  });

  it('say when the browser could not store them, and replace nothing that they cannot read', () => {
    expect(
      createKeptSets(
        createMemoryStorage(() => true),
        'here',
      ).keep('one', hashes),
    ).toBe(false);
    const storage = createMemoryStorage();
    storage.setItem('causeway.sets.here', '{"version":2}');
    expect(createKeptSets(storage, 'here').keep('one', hashes)).toBe(false);
    expect(createKeptSets(storage, 'here').find('one')).toBeNull();
  });
});
