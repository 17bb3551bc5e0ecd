import type { BlockRange } from '../../domain/blockRange.ts';
import type { ChainClient } from '../chainClient.ts';
import { readHeader } from '../chainClient.ts';

/** Finds the last block of a range with a time before this one; null when the first block has it or a later one. */
export async function findBlockBefore(
  client: ChainClient,
  time: Date,
  { from, to }: BlockRange,
): Promise<bigint | null> {
  const isBefore = async (blockNumber: bigint) => (await readHeader(client, { blockNumber })).time < time;
  if (!(await isBefore(from))) return null;
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (await isBefore(middle)) low = middle;
    else high = middle - 1n;
  }
  return low;
}
