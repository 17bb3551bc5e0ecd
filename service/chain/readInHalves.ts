import type { BlockRange } from '../domain/blockRange.ts';
import type { ChainClient } from './chainClient.ts';
import { contradiction } from './chainClient.ts';
import { isRangeRefusal } from './rangeRefusal.ts';

/** Reads a range of blocks. Where the endpoints refuse so many, it reads each half. @throws every other error of the reading */
export async function readInHalves<T>(
  range: BlockRange,
  read: (part: BlockRange) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  try {
    return await read(range);
  } catch (error) {
    if (range.from >= range.to || !isRangeRefusal(error)) throw error;
    const middle = (range.from + range.to) / 2n;
    const first = await readInHalves({ from: range.from, to: middle }, read);
    return [...first, ...(await readInHalves({ from: middle + 1n, to: range.to }, read))];
  }
}

/** @throws InconsistentRpc when a log is outside of the requested blocks */
export function refuseOutside(
  client: ChainClient,
  logs: readonly { readonly blockNumber: bigint }[],
  { from, to }: BlockRange,
): void {
  if (logs.some(({ blockNumber }) => blockNumber < from || blockNumber > to)) {
    throw contradiction(client, 'a log outside of the requested blocks');
  }
}
