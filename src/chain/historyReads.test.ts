import type { Address, Hash } from 'viem';
import {
  createClient,
  custom,
  defineChain,
  hexToBigInt,
  numberToHex,
  RpcRequestError,
  toEventSelector,
  zeroAddress,
} from 'viem';
import { describe, expect, it } from 'vitest';
import { paidEvent } from '#shared/abi/vaultAbi.ts';
import { depositLog, paidLog } from '../../tools/lab/web/chainLogs.ts';
import { hashOf } from '../../tools/lab/web/fakeWallet.ts';
import { ACCOUNT, config, OTHER_ACCOUNT, terms, VAULT } from '../../tools/lab/web/fixtures.ts';
import type { AccountLog } from './historyReads.ts';
import { createHistoryReads } from './historyReads.ts';
import type { HistoryCursor } from './readRanges.ts';

const [chain] = config.chains;
if (!chain) throw new Error('the fixtures have no chain');

const PAID_ID = hashOf('e');

type Range = { readonly from: bigint; readonly to: bigint };
type Endpoint = {
  readonly height: bigint;
  /** The largest range of one request. */
  readonly limit?: bigint;
  /** Blocks below this one fail in every range. */
  readonly pruned?: bigint;
  readonly isDown?: () => boolean;
  readonly deposits?: readonly { readonly block: bigint; readonly index?: number; readonly user?: Address }[];
  readonly payments?: readonly {
    readonly block: bigint;
    readonly id?: Hash;
    readonly to?: Address;
    readonly contract?: Address;
  }[];
};

function readsOf({ height, limit, pruned = 0n, isDown, deposits = [], payments = [] }: Endpoint) {
  const ranges: Range[] = [];
  const refuse = (message: string) => {
    throw new RpcRequestError({ body: {}, url: 'http://127.0.0.1', error: { code: -32005, message } });
  };
  type Filter = { fromBlock: `0x${string}`; toBlock: `0x${string}`; topics: readonly string[] };
  const getLogs = ([{ fromBlock, toBlock, topics }]: [Filter]) => {
    const range = { from: hexToBigInt(fromBlock), to: hexToBigInt(toBlock) };
    // Each range is asked for deposits, and then for payments.
    if (topics[0] !== toEventSelector(paidEvent)) ranges.push(range);
    if (limit !== undefined && range.to - range.from + 1n > limit) refuse('query exceeds max block range');
    if (range.from < pruned) refuse('history has been pruned');
    if (topics[0] === toEventSelector(paidEvent)) {
      return payments
        .filter(({ block }) => block >= range.from && block <= range.to)
        .map(({ block, id = PAID_ID, to = ACCOUNT, contract = VAULT }) => ({
          ...paidLog(hashOf(`${Number(block) % 10}`), { contract, to, id, token: zeroAddress, amount: 5n }),
          ...{ blockNumber: numberToHex(block), logIndex: '0x0', transactionIndex: '0x0' },
        }));
    }
    return deposits
      .filter(({ block }) => block >= range.from && block <= range.to)
      .map(({ block, index = 0, user = ACCOUNT }) => ({
        ...depositLog({ ...terms, account: user }, hashOf(`${Number(block) % 10}`)),
        blockNumber: numberToHex(block),
        logIndex: numberToHex(index),
        transactionIndex: '0x0',
      }));
  };
  const answers: Record<string, (params: never) => unknown> = {
    eth_blockNumber: () => numberToHex(height),
    eth_getLogs: getLogs,
    eth_getBlockByNumber: () => ({ number: '0x1', timestamp: numberToHex(1_800_000_000), transactions: [] }),
  };
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    if (isDown?.()) throw new TypeError('fetch failed');
    return answers[method]?.(params as never);
  };
  const viemChain = defineChain({
    ...{ id: terms.origin.chainId, name: 'Test', rpcUrls: { default: { http: [] } } },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  });
  const client = createClient({ chain: viemChain, transport: custom({ request }, { retryCount: 0 }) });
  return { reads: createHistoryReads(() => client), ranges };
}

async function readAll({ reads }: ReturnType<typeof readsOf>, from?: HistoryCursor) {
  const found: AccountLog[] = [];
  let readTo: bigint | null = null;
  if (!chain) throw new Error('the fixtures have no chain');
  const start = from ?? (await reads.startCursor(chain.id));
  const run = await reads.readAccountBack({ chain, account: ACCOUNT }, start, ({ deposits }, to) => {
    found.push(...deposits);
    readTo = to;
  });
  return { ...run, readTo, blocks: found.map(({ blockNumber }) => blockNumber), found };
}

/** Whether the answered ranges cover every block from first to last exactly once. */
function coverage(ranges: readonly Range[], limit: bigint): readonly Range[] {
  return ranges.filter(({ from, to }) => to - from + 1n <= limit);
}

describe('readAccountBack', () => {
  it('finds the deposits of the account, newest first, down to the first block', async () => {
    const chainWith = readsOf({ height: 25_000n, deposits: [{ block: 3n }, { block: 24_999n }, { block: 12_000n }] });
    const run = await readAll(chainWith);
    expect(run).toMatchObject({ cursor: null, problem: null, readTo: 0n, blocks: [24_999n, 12_000n, 3n] });
    expect(run.found[0]).toMatchObject({ chainId: terms.origin.chainId, transactionHash: hashOf('9') });
  });

  it('orders the deposits of one block by their logs', async () => {
    const run = await readAll(readsOf({ height: 9n, deposits: [{ block: 5n }, { block: 5n, index: 2 }] }));
    expect(run.found.map(({ logIndex }) => logIndex)).toEqual([2, 0]);
  });

  it("drops other accounts' deposits if an endpoint ignores the filter", async () => {
    const run = await readAll(readsOf({ height: 9n, deposits: [{ block: 5n, user: OTHER_ACCOUNT }] }));
    expect(run.found).toEqual([]);
  });

  it('halves a refused range, leaves no gap, and does not repeat a refused size', async () => {
    const limit = 2_000n;
    const limited = readsOf({ height: 20_000n, limit, deposits: [{ block: 1n }, { block: 17_501n }] });
    const run = await readAll(limited);
    expect(run).toMatchObject({ cursor: null, blocks: [17_501n, 1n] });
    const answered = coverage(limited.ranges, limit);
    expect(answered[0]?.to).toBe(20_000n);
    for (const [index, { from }] of answered.entries()) {
      expect(from).toBe((answered[index + 1]?.to ?? -1n) + 1n);
    }
    const refused = limited.ranges.filter(({ from, to }) => to - from + 1n > limit).map(({ from, to }) => to - from);
    expect(new Set(refused).size).toBe(refused.length);
  });

  it('stops after a bounded number of requests, and continues where it stopped', async () => {
    const small = readsOf({ height: 1_000_000n, limit: 100n, deposits: [{ block: 999_999n }, { block: 998_000n }] });
    const first = await readAll(small);
    const requests = small.ranges.length;
    expect(requests).toBeLessThanOrEqual(24);
    expect(first).toMatchObject({ problem: null, blocks: [999_999n] });
    expect(first.cursor?.next).toBe((first.readTo ?? 0n) - 1n);
    const second = await readAll(small, first.cursor ?? undefined);
    expect(second.blocks).toEqual([998_000n]);
    // The endpoint's limit is known, so the second run wastes no request.
    expect(coverage(small.ranges.slice(requests), 100n)).toHaveLength(24);
  });

  it('names the problem with blocks that the endpoint never answers, and keeps its place', async () => {
    const run = await readAll(
      readsOf({ height: 5_000n, pruned: 4_500n, deposits: [{ block: 4_900n }, { block: 9n }] }),
    );
    expect(run.blocks).toEqual([4_900n]);
    expect(run.problem).not.toBeNull();
    // At most one smallest range above the pruned blocks is left.
    expect(run.cursor?.next).toBeGreaterThanOrEqual(4_499n);
    expect(run.cursor?.next).toBeLessThan(4_520n);
  });

  it('does not throw if the endpoint is down, and continues later', async () => {
    let isDown = false;
    const endpoint = readsOf({ height: 30_000n, isDown: () => isDown, deposits: [{ block: 7n }] });
    if (!chain) throw new Error('the fixtures have no chain');
    const start = await endpoint.reads.startCursor(chain.id);
    isDown = true;
    const failed = await readAll(endpoint, start);
    expect(failed).toMatchObject({ cursor: { next: 30_000n }, found: [] });
    expect(failed.problem).not.toBeNull();
    isDown = false;
    expect(await readAll(endpoint, failed.cursor ?? undefined)).toMatchObject({ cursor: null, blocks: [7n] });
  });
});

describe('the payments to an account', () => {
  it('are found beside its deposits, of the pinned vaults only', async () => {
    const { reads } = readsOf({
      height: 25_000n,
      deposits: [{ block: 24_999n }, { block: 3n, user: OTHER_ACCOUNT }],
      payments: [
        { block: 7n },
        // Gas on arrival is a second event of one payment.
        { block: 7n },
        { block: 24_000n },
        { block: 24_000n, id: hashOf('d') },
        { block: 24_001n, to: OTHER_ACCOUNT },
        { block: 24_002n, contract: OTHER_ACCOUNT },
      ],
    });
    if (!chain) throw new Error('the fixtures have no chain');
    const found = { deposits: [] as bigint[], payments: [] as bigint[] };
    const run = await reads.readAccountBack({ chain, account: ACCOUNT }, await reads.startCursor(chain.id), (part) => {
      found.deposits.push(...part.deposits.map(({ blockNumber }) => blockNumber));
      found.payments.push(...part.payments.map(({ blockNumber }) => blockNumber));
      for (const payment of part.payments) expect(payment).toMatchObject({ chainId: chain.id });
    });
    expect(run).toEqual({ cursor: null, problem: null });
    expect(found).toEqual({ deposits: [24_999n], payments: [24_000n, 24_000n, 7n] });
  });
});

describe('blockTimeMs', () => {
  it('is the time of the block, and null without an answer', async () => {
    let isDown = false;
    const { reads } = readsOf({ height: 1n, isDown: () => isDown });
    expect(await reads.blockTimeMs(terms.origin.chainId, 1n)).toBe(1_800_000_000_000);
    isDown = true;
    expect(await reads.blockTimeMs(terms.origin.chainId, 1n)).toBeNull();
  });
});
