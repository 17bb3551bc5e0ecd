import * as v from 'valibot';
import type { Hash } from 'viem';
import { hashWire } from '#shared/wire/primitives.ts';

const VERSION = 1;
/** A set of a thousand hashes has 70 kB. The oldest set makes room for a new one. */
const MOST_SETS = 5;

const stored = v.object({
  version: v.literal(VERSION),
  sets: v.array(v.object({ id: v.string(), hashes: v.array(hashWire) })),
});

/** Sets of hashes that are too long for a link. They hold no cells of a table, because those can name customers. */
export function createKeptSets(storage: Pick<Storage, 'getItem' | 'setItem'>, installation: string) {
  const key = `causeway.sets.${installation}`;

  function read() {
    const text = storage.getItem(key);
    return text === null ? [] : v.parse(stored, JSON.parse(text)).sets;
  }

  return {
    /** @returns null for a set that this browser does not keep */
    find: (id: string): readonly Hash[] | null => {
      try {
        return read().find((set) => set.id === id)?.hashes ?? null;
      } catch {
        return null;
      }
    },
    /** Makes the set the newest one. @returns its id, which is the earlier one of an equal set; null if it is not stored */
    keep: (newId: string, hashes: readonly Hash[]): string | null => {
      try {
        const before = read();
        const text = hashes.join();
        const id = before.find((set) => set.hashes.join() === text)?.id ?? newId;
        const sets = [{ id, hashes }, ...before.filter((set) => set.id !== id)].slice(0, MOST_SETS);
        storage.setItem(key, JSON.stringify({ version: VERSION, sets }));
        return id;
      } catch {
        return null;
      }
    },
  };
}
