import type { PairInfo } from '#shared/wire/pairs.ts';
import { readPairInfo } from '#shared/wire/pairs.ts';
import type { Pace } from '../config/runtimeConfig.ts';

/** @throws MalformedAnswer when an item is no pair */
export async function readPairs(items: readonly unknown[], pace: Pace): Promise<readonly PairInfo[]> {
  const pairs: PairInfo[] = [];
  for (const [index, item] of items.entries()) {
    pairs.push(readPairInfo(item, index));
    const due = pace();
    if (due) await due;
  }
  return pairs;
}
