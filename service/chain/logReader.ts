import type { Hex } from 'viem';
import { hexToBytes, keccak256 } from 'viem';
import type { ChainClient, Header } from './chainClient.ts';
import { readHeader } from './chainClient.ts';
import { mapLimited } from './concurrency.ts';
import type { DepositTransaction } from './depositTransactions.ts';
import { readLogs, readReceipts } from './depositTransactions.ts';
import type { BlockRange } from './model/blockRange.ts';
import { isRangeRefusal, isTimeout } from './rpc/refusals.ts';

/** The unread rest of a range that the endpoint refused. */
type Refused = BlockRange & {
  /** The blocks of the range when the endpoint refused it. */
  readonly blocks: bigint;
};

/** For how many blocks an endpoint returns logs at once, as far as its answers show. */
export type LogWindow = {
  readonly blocks: bigint;
  /** The full windows answered since the size last changed. */
  readonly answered: number;
  /** The refused ranges in which no block with too many logs was found yet. */
  readonly refused: readonly Refused[];
};

// A larger window is tried rarely: a refused request can cost as much as an answered one.
const GROW_AFTER = 8;
// When this few blocks of a refused range remain, they are read one by one.
const ONE_BY_ONE = 4n;
const MAX_REFUSED = 32;

export function startWindow(maxBlocks: number): LogWindow {
  return { blocks: BigInt(maxBlocks), answered: 0, refused: [] };
}

function countBlocks({ from, to }: BlockRange): bigint {
  return to - from + 1n;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** The last block to request, so that the request doesn't contain a refused range again. */
function lastBefore(from: bigint, last: bigint, refused: Refused): bigint {
  if (refused.to < from || refused.from > last) return last;
  if (refused.from > from) return refused.from - 1n;
  const left = refused.to - from + 1n;
  return left <= ONE_BY_ONE ? from : least(last, from + left / 2n - 1n);
}

/** The first blocks of a range, as many as one request may ask for. */
export function firstBlocks({ blocks, refused }: LogWindow, { from, to }: BlockRange): BlockRange {
  const last = least(from + blocks - 1n, to);
  return { from, to: refused.reduce((end, range) => lastBefore(from, end, range), last) };
}

/** Whether a request for these blocks searches a refused range. */
function isSearch({ refused }: LogWindow, { from, to }: BlockRange): boolean {
  return refused.some((range) => range.from <= to && from <= range.to);
}

/**
 * The window after the endpoint refused several blocks. Its size stays: requests for the refused blocks get smaller
 * until one block explains the refusal, or all of them are read.
 */
export function afterRefusal(window: LogWindow, range: BlockRange): LogWindow {
  const refused = [...window.refused, { from: range.from, to: range.to, blocks: countBlocks(range) }];
  return { ...window, answered: 0, refused: refused.slice(-MAX_REFUSED) };
}

/** The window after the endpoint refused a single block: its logs explain every refused range with this block. */
export function afterLargeBlock(window: LogWindow, block: bigint): LogWindow {
  return { ...window, refused: window.refused.filter(({ from, to }) => block < from || block > to) };
}

/** The rest of a refused range after the answer for some blocks. Earlier unread blocks are behind the reader. */
function withoutBlocks(refused: Refused, { from, to }: BlockRange): Refused {
  if (to < refused.from || from > refused.to) return refused;
  return to >= refused.to ? { ...refused, to: from - 1n } : { ...refused, from: to + 1n };
}

/** The window after the endpoint answered these blocks. */
export function afterAnswer(window: LogWindow, range: BlockRange, maxBlocks: number): LogWindow {
  const rests = window.refused.map((refused) => withoutBlocks(refused, range));
  // No block in such a range was too large, so the range itself was.
  const tooMany = rests.filter(({ from, to }) => from > to).map(({ blocks }) => blocks / 2n);
  if (tooMany.length > 0) {
    const blocks = tooMany.reduce(least, window.blocks);
    // The smaller window also explains the larger ones.
    return { blocks, answered: 0, refused: rests.filter((rest) => rest.from <= rest.to && rest.blocks <= blocks) };
  }
  const next = { ...window, refused: rests };
  if (countBlocks(range) < window.blocks) return next;
  if (window.answered + 1 < GROW_AFTER) return { ...next, answered: window.answered + 1 };
  return { ...next, blocks: least(window.blocks * 2n, BigInt(maxBlocks)), answered: 0 };
}

/**
 * Whether a block's logsBloom admits a log with this address or topic. With an honest filter, false means the block has
 * none.
 */
export function mayContain(bloom: Hex, value: Hex): boolean {
  const bits = hexToBytes(bloom);
  const hash = keccak256(value, 'bytes');
  return [0, 2, 4].every((offset) => {
    const bit = (((hash[offset] ?? 0) << 8) | (hash[offset + 1] ?? 0)) & 2047;
    return ((bits[255 - (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0;
  });
}

/** Reads logs in ranges that the endpoint returns, and remembers between turns which ones it refuses. */
export type LogReader = {
  /** The next requests for the first blocks of a range, in order. */
  plan(range: BlockRange): readonly BlockRange[];
  /**
   * @param end the header of the last requested block
   * @returns null if the endpoint refuses one of the requests. The next plan has smaller ones.
   */
  read(requests: readonly BlockRange[], end: Header): Promise<readonly DepositTransaction[] | null>;
  /** Reads one block by its hash. */
  readBlock(header: Header): Promise<readonly DepositTransaction[]>;
};

type Answer =
  | { readonly kind: 'answered' | 'large' | 'known'; readonly transactions: readonly DepositTransaction[] }
  | { readonly kind: 'refused' };

type LargeBlock = Pick<Header, 'hash'> & { readonly transactions: readonly DepositTransaction[] };

// The watcher reads the blocks of the reorg window every turn. Without this memory, it would also read the receipts of
// each oversized block every turn.
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
    if (known?.hash === hash) return known.transactions;
    const transactions = await readReceipts(client, header);
    large.delete(number);
    large.set(number, { hash, transactions });
    const [oldest] = large.keys();
    if (large.size > MAX_LARGE_BLOCKS && oldest !== undefined) large.delete(oldest);
    return transactions;
  };

  const firstRequest = (range: BlockRange): BlockRange => {
    if (large.has(range.from)) return { from: range.from, to: range.from };
    const { from, to } = firstBlocks(window, range);
    const stop = [...large.keys()].filter((number) => number > from && number <= to);
    return { from, to: stop.reduce((least, number) => (number <= least ? number - 1n : least), to) };
  };

  /** The window learns from the answers in block order, so running in parallel doesn't change it. */
  const read = async (range: BlockRange, end: Header): Promise<Answer> => {
    const { from, to } = range;
    const readAlone = async () =>
      readLarge(from === end.number ? end : await readHeader(client, { blockNumber: from }));
    if (from === to && large.has(from)) return { kind: 'known', transactions: await readAlone() };
    try {
      return { kind: 'answered', transactions: await readLogs(client, { fromBlock: from, toBlock: to }) };
    } catch (error) {
      if (!isRangeRefusal(error) && !isTimeout(error)) throw error;
      if (from === to) return { kind: 'large', transactions: await readAlone() };
      if (isRangeRefusal(error)) return { kind: 'refused' };
      // Fewer blocks may be answered in time. If the endpoint is hanging, the next turn finds out.
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
        // This answer decides the next request.
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
      const transactions = asked.map(({ answer }) => (answer.kind === 'refused' ? null : answer.transactions));
      return transactions.includes(null) ? null : transactions.flatMap((found) => found ?? []);
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
