import type { BlockRange } from '../domain/blockRange.ts';
import { afterAnswer, afterLargeBlock, afterRefusal, firstBlocks, isSearch, startWindow } from '../domain/logWindow.ts';
import type { ChainClient } from './chainClient.ts';
import { readHeader } from './chainClient.ts';
import type { DepositSighting } from './depositSightings.ts';
import { readLogs, readReceipts } from './depositSightings.ts';
import type { Header } from './header.ts';
import { mapLimited } from './mapLimited.ts';
import { isRangeRefusal, isTimeout } from './rangeRefusal.ts';

/** Reads logs in ranges that the endpoint returns, and remembers between turns which ones it refuses. */
export type LogReader = {
  /** The next requests for the first blocks of a range, in order. */
  plan(range: BlockRange): readonly BlockRange[];
  /**
   * @param end the header of the last requested block
   * @returns null when the endpoint refuses one of the requests. The next plan has smaller ones.
   */
  read(requests: readonly BlockRange[], end: Header): Promise<readonly DepositSighting[] | null>;
  /** Reads one block by its hash. */
  readBlock(header: Header): Promise<readonly DepositSighting[]>;
};

type Answer =
  | { readonly kind: 'answered' | 'large' | 'known'; readonly sightings: readonly DepositSighting[] }
  | { readonly kind: 'refused' };

type LargeBlock = Pick<Header, 'hash'> & { readonly sightings: readonly DepositSighting[] };

// The watcher reads the blocks of the reorg window in every turn. Without this memory, it would read the receipts of each
// block that is too large in every turn too.
const MAX_LARGE_BLOCKS = 256;
const MAX_REQUESTS = 16;
// Each answer may be as large as the endpoint allows.
const REQUESTS_AT_ONCE = 4;

export function createLogReader(client: ChainClient): LogReader {
  const { blockRange } = client.chain;
  const large = new Map<bigint, LargeBlock>();
  let window = startWindow(blockRange);

  const readLarge = async (header: Header) => {
    const { number, hash } = header;
    const known = large.get(number);
    if (known?.hash === hash) return known.sightings;
    const sightings = await readReceipts(client, header);
    large.delete(number);
    large.set(number, { hash, sightings });
    const [oldest] = large.keys();
    if (large.size > MAX_LARGE_BLOCKS && oldest !== undefined) large.delete(oldest);
    return sightings;
  };

  const firstRequest = (range: BlockRange): BlockRange => {
    if (large.has(range.from)) return { from: range.from, to: range.from };
    const { from, to } = firstBlocks(window, range);
    const stop = [...large.keys()].filter((number) => number > from && number <= to);
    return { from, to: stop.reduce((least, number) => (number <= least ? number - 1n : least), to) };
  };

  /** The window learns from the answers in the order of the blocks, so this does not change it. */
  const read = async (range: BlockRange, end: Header): Promise<Answer> => {
    const { from, to } = range;
    const readAlone = async () =>
      readLarge(from === end.number ? end : await readHeader(client, { blockNumber: from }));
    if (from === to && large.has(from)) return { kind: 'known', sightings: await readAlone() };
    try {
      return { kind: 'answered', sightings: await readLogs(client, { fromBlock: from, toBlock: to }) };
    } catch (error) {
      if (!isRangeRefusal(error) && !isTimeout(error)) throw error;
      if (from === to) return { kind: 'large', sightings: await readAlone() };
      if (isRangeRefusal(error)) return { kind: 'refused' };
      // Fewer blocks may be answered in time. If the endpoint hangs, the next turn finds out.
      window = afterRefusal(window, range);
      throw error;
    }
  };

  const learn = (range: BlockRange, { kind }: Answer) => {
    if (kind === 'answered') window = afterAnswer(window, range, blockRange);
    else if (kind === 'large') window = afterLargeBlock(window, range.from);
    else if (kind === 'refused') window = afterRefusal(window, range);
  };

  return {
    plan: (range) => {
      const requests: BlockRange[] = [];
      for (let { from } = range; from <= range.to && requests.length < MAX_REQUESTS; ) {
        const request = firstRequest({ from, to: range.to });
        requests.push(request);
        // Its answer decides about the next request.
        if (request.from < request.to && isSearch(window, request)) break;
        from = request.to + 1n;
      }
      return requests;
    },
    read: async (requests, end) => {
      const asked = await mapLimited(requests, REQUESTS_AT_ONCE, async (request) => ({
        request,
        answer: await read(request, end),
      }));
      for (const { request, answer } of asked) learn(request, answer);
      const sightings = asked.map(({ answer }) => (answer.kind === 'refused' ? null : answer.sightings));
      return sightings.includes(null) ? null : sightings.flatMap((found) => found ?? []);
    },
    readBlock: async (header) => {
      if (large.get(header.number)?.hash === header.hash) return readLarge(header);
      try {
        return await readLogs(client, { blockHash: header.hash });
      } catch (error) {
        if (!isRangeRefusal(error)) throw error;
        return readLarge(header);
      }
    },
  };
}
