import type { Hash } from 'viem';
import type { BlockRange } from '../domain/blockRange.ts';
import { firstBlocks, narrow, startWindow, widen } from '../domain/logWindow.ts';
import type { ChainClient, Header } from './chainClient.ts';
import { readHeader } from './chainClient.ts';
import type { DepositSighting } from './depositSightings.ts';
import { readLogs, readReceipts } from './depositSightings.ts';
import { isRangeRefusal } from './rangeRefusal.ts';

/** Reads logs in ranges that the endpoint returns, and remembers between turns which ones it refuses. */
export type LogReader = {
  /** The first blocks of a range, as many as one request may ask for. */
  plan(range: BlockRange): BlockRange;
  /** @returns null when the endpoint refuses the range. The next plan is smaller. */
  read(range: BlockRange): Promise<readonly DepositSighting[] | null>;
  /** Reads one block by its hash. */
  readBlock(header: Pick<Header, 'number' | 'hash'>): Promise<readonly DepositSighting[]>;
};

type LargeBlock = { readonly hash: Hash; readonly sightings: readonly DepositSighting[] };

// The watcher reads the blocks of the reorg window in every turn. Without this memory, it would read the receipts of each
// block that is too large in every turn too.
const MAX_LARGE_BLOCKS = 256;

export function createLogReader(client: ChainClient): LogReader {
  const { blockRange } = client.chain;
  const large = new Map<bigint, LargeBlock>();
  let window = startWindow(blockRange);

  const readLarge = async ({ number, hash }: Pick<Header, 'number' | 'hash'>) => {
    const known = large.get(number);
    if (known?.hash === hash) return known.sightings;
    const sightings = await readReceipts(client, { blockHash: hash });
    large.delete(number);
    large.set(number, { hash, sightings });
    const [oldest] = large.keys();
    if (large.size > MAX_LARGE_BLOCKS && oldest !== undefined) large.delete(oldest);
    return sightings;
  };

  return {
    plan: (range) => {
      if (large.has(range.from)) return { from: range.from, to: range.from };
      const { from, to } = firstBlocks(window, range);
      const stop = [...large.keys()].filter((number) => number > from && number <= to);
      return { from, to: stop.reduce((least, number) => (number <= least ? number - 1n : least), to) };
    },
    read: async (range) => {
      const { from, to } = range;
      if (from === to && large.has(from)) return readLarge(await readHeader(client, { blockNumber: from }));
      try {
        const sightings = await readLogs(client, { fromBlock: from, toBlock: to });
        window = widen(window, range, blockRange);
        return sightings;
      } catch (error) {
        if (!isRangeRefusal(error)) throw error;
      }
      window = narrow(range);
      return from === to ? readLarge(await readHeader(client, { blockNumber: from })) : null;
    },
    readBlock: async ({ number, hash }) => {
      if (large.get(number)?.hash === hash) return readLarge({ number, hash });
      try {
        return await readLogs(client, { blockHash: hash });
      } catch (error) {
        if (!isRangeRefusal(error)) throw error;
        return readLarge({ number, hash });
      }
    },
  };
}
