import { describe, expect, it } from 'vitest';
import { hashOf } from '../../lab/web/fakeWallet.ts';
import { createMemoryStorage } from '../../lab/web/memoryStorage.ts';
import { createKeptSets } from './keptSets.ts';

const hashes = [hashOf('a'), hashOf('b')];

describe('sets that this browser keeps', () => {
  it('open by their id, in this installation only', () => {
    const storage = createMemoryStorage();
    expect(createKeptSets(storage, 'here').keep('one', hashes)).toBe('one');
    expect(createKeptSets(storage, 'here').find('one')).toEqual(hashes);
    expect(createKeptSets(storage, 'here').find('two')).toBeNull();
    expect(createKeptSets(storage, 'elsewhere').find('one')).toBeNull();
  });

  it('make room for new ones', () => {
    const sets = createKeptSets(createMemoryStorage(), 'here');
    for (const id of ['1', '2', '3', '4', '5', '1', '6']) sets.keep(id, [hashOf(id)]);
    expect(['1', '2', '3', '4', '5', '6'].map((id) => sets.find(id) !== null)).toEqual([
      true,
      false,
      true,
      true,
      true,
      true,
    ]);
  });

  it('keep the id of an equal set, and evict no other set for it', () => {
    const sets = createKeptSets(createMemoryStorage(), 'here');
    for (const id of ['1', '2', '3', '4', '5']) sets.keep(id, [hashOf(id)]);
    expect(sets.keep('6', [hashOf('1')])).toBe('1');
    expect(sets.find('6')).toBeNull();
    expect(['1', '2', '3', '4', '5'].every((id) => sets.find(id) !== null)).toBe(true);
    // The reopened set is the newest now.
    sets.keep('7', [hashOf('7')]);
    expect([sets.find('1'), sets.find('2')]).toEqual([[hashOf('1')], null]);
  });

  it('say when the browser could not store them, and replace nothing that they cannot read', () => {
    expect(
      createKeptSets(
        createMemoryStorage(() => true),
        'here',
      ).keep('one', hashes),
    ).toBeNull();
    const storage = createMemoryStorage();
    storage.setItem('causeway.sets.here', '{"version":2}');
    expect(createKeptSets(storage, 'here').keep('one', hashes)).toBeNull();
    expect(createKeptSets(storage, 'here').find('one')).toBeNull();
  });
});
