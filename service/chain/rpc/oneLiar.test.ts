import { setTimeout as sleep } from 'node:timers/promises';
import { createPublicClient, zeroAddress } from 'viem';
import { describe, expect, test, vi } from 'vitest';
import type { MemoryNode } from '../../../tools/lab/endpoints/memoryNode.ts';
import { createHonestNode, memoryBlock } from '../../../tools/lab/endpoints/memoryNode.ts';
import { createSampleCatalog } from '../../../tools/lab/service/sampleCatalog.ts';
import { createProviderRecord } from './endpoint.ts';
import { createHeadCache } from './head.ts';
import { connectQuorum } from './quorum.ts';
import { SILENT_OBSERVER } from './rpcObserver.ts';

const [chain] = createSampleCatalog().chains;
if (!chain) throw new Error('the example has no chain');
const { id: chainId } = chain;

const USE = { priority: 'payment', timeoutMs: 100, retryCount: 0, maxWaitMs: 100, headMaxAgeMs: 0 } as const;

/** A client of three providers, two of which must agree. */
function connect(nodes: readonly MemoryNode[]) {
  const providers = nodes.map((node, index) => {
    const record = createProviderRecord({
      ...{ chainId, rpc: index + 1, now: () => performance.now() },
      onForeign: () => {},
    });
    const request = ({ method, params = [] }: { method: string; params?: readonly unknown[] }) =>
      node({ method, params });
    return { record, isBusy: () => false, transport: () => () => ({ request }) as never };
  });
  const transport = connectQuorum({
    chain: chain as never,
    providers,
    use: USE,
    quorum: 2,
    observer: SILENT_OBSERVER,
    heads: createHeadCache(),
  });
  return createPublicClient({ transport, cacheTime: 0 });
}

const honest = (head: number) => createHonestNode(chainId, () => head);

/** Answers one method with something else. */
function lieOn(method: string, answer: (params: readonly unknown[]) => unknown): MemoryNode {
  const truth = honest(100);
  return async (call) => (call.method === method ? answer(call.params) : truth(call));
}

function nest(depth: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

const GARBAGE: readonly (readonly [string, unknown])[] = [
  ['a list that is nested 50,000 times', nest(50_000)],
  ['null', null],
  ['a text', 'garbage'],
  ['a number', 7],
  ['an object', { hash: 7, number: {}, logs: 'none', transactions: [[]], logsBloom: 7, toString: 'x' }],
  ['a list of objects', [{ topics: 5 }, null, nest(50_000)]],
  ['a number of a million digits', `0x${'f'.repeat(1_000_000)}`],
];

describe('the finalized block', () => {
  const finalizing = (block: number) =>
    createHonestNode(
      chainId,
      () => 100,
      () => block,
    );
  const readNumber = async (nodes: readonly MemoryNode[]) =>
    (await connect(nodes).getBlock({ blockTag: 'finalized' })).number;

  test('is the highest one that two of three providers reach', async () => {
    expect(await readNumber([finalizing(40), finalizing(36), finalizing(4)])).toBe(36n);
    expect(await readNumber([finalizing(100), finalizing(36), finalizing(36)])).toBe(36n);
  });

  test('is unknown while two of three providers do not return it', async () => {
    const without: MemoryNode = async (call) => {
      if (call.params[0] === 'finalized') throw new Error('unknown block');
      return finalizing(36)(call);
    };
    await expect(readNumber([without, without, finalizing(36)])).rejects.toThrow(
      'Fewer than 2 of 3 providers of Northshore returned their finalized block',
    );
  });
});

describe.each(GARBAGE)('one of three providers answers %s', (_what, answer) => {
  test.each([
    ['eth_getBlockByNumber'],
    ['eth_getBalance'],
    ['eth_call'],
    ['eth_getLogs'],
    ['eth_maxPriorityFeePerGas'],
    ['eth_chainId'],
  ])('to %s: the other two decide', async (method) => {
    const client = connect([lieOn(method, () => answer), honest(100), honest(100)]);
    expect((await client.getBlock()).number).toBe(100n);
    expect((await client.getBlock({ blockNumber: 99n })).hash).toBe(memoryBlock(99).hash);
    expect(await client.getBalance({ address: zeroAddress })).toBe(100n);
    expect((await client.call({ to: zeroAddress })).data).toMatch(/1$/);
    expect(await client.getLogs({ fromBlock: 99n, toBlock: 100n })).toEqual([]);
    expect(await client.estimateMaxPriorityFeePerGas({ chain: null })).toBe(100n);
  });
});

test('one provider adds to a header: the additions are dropped', async () => {
  const spoil = (logsBloom: unknown) => (params: readonly unknown[]) => {
    const number = params[0] === 'latest' ? 100 : Number(params[0]);
    return { ...memoryBlock(number), logsBloom, extra: nest(50_000) };
  };
  for (const bloom of [7, '0xzz', nest(50_000), '0x']) {
    const client = connect([lieOn('eth_getBlockByNumber', spoil(bloom)), honest(100), honest(100)]);
    const block = await client.getBlock();
    expect(block).toMatchObject({ number: 100n, logsBloom: null });
    expect(block).not.toHaveProperty('extra');
  }
});

describe('one provider shows a newest block far ahead', () => {
  const inventBlock = (params: readonly unknown[]) =>
    params[0] === 'latest' ? memoryBlock(1_000_000) : { ...memoryBlock(Number(params[0])), hash: memoryBlock(7).hash };

  test.each([
    ['has no other blocks', (params: readonly unknown[]) => (params[0] === 'latest' ? memoryBlock(1_000_000) : null)],
    ['invents every block', inventBlock],
  ])('and %s, while the others are some blocks apart: the older of them counts', async (_what, answer) => {
    const client = connect([lieOn('eth_getBlockByNumber', answer), honest(100), honest(97)]);
    const block = await client.getBlock();
    expect(block).toMatchObject({ number: 97n, hash: memoryBlock(97).hash });
    expect(await client.getBalance({ address: zeroAddress })).toBe(100n);
  });
});

test('one provider reports the first block as its newest: the service does not move back to it', async () => {
  const client = connect([
    lieOn('eth_getBlockByNumber', ([number]) => memoryBlock(number === 'latest' ? 0 : Number(number))),
    honest(100),
    honest(100),
  ]);
  expect((await client.getBlock()).number).toBe(100n);
});

test('one provider names far too high gas prices: those of the others count', async () => {
  const truth = honest(100);
  const raise = (header: unknown) => ({ ...(header as object), baseFeePerGas: '0xffffffffff' });
  const dear: MemoryNode = async (call) => {
    if (call.method === 'eth_maxPriorityFeePerGas') return '0xffffffffff';
    return call.method === 'eth_getBlockByNumber' ? raise(await truth(call)) : truth(call);
  };
  const client = connect([dear, honest(100), honest(100)]);
  expect(await client.estimateMaxPriorityFeePerGas({ chain: null })).toBe(100n);
  expect((await client.getBlock()).baseFeePerGas).toBe(5n);
});

test('one provider never answers about gas prices: the others are enough', async () => {
  const client = connect([lieOn('eth_maxPriorityFeePerGas', () => new Promise(() => {})), honest(100), honest(100)]);
  expect(await client.estimateMaxPriorityFeePerGas({ chain: null })).toBe(100n);
});

test('one provider answers correctly but late: few calls are sent to it, and few wait for it', async () => {
  const truth = honest(100);
  let asked = 0;
  const late: MemoryNode = async (call) => {
    if (call.method !== 'eth_getBalance') return truth(call);
    asked += 1;
    return new Promise(() => {});
  };
  const client = connect([late, honest(100), honest(100)]);
  for (let calls = 0; calls < 10; calls += 1) await client.getBalance({ address: zeroAddress, blockNumber: 50n });
  expect(asked).toBeLessThan(3);
});

describe('one provider lies and an honest one is slow', () => {
  const slow =
    (node: MemoryNode): MemoryNode =>
    async (call) => {
      await sleep(400);
      return node(call);
    };

  test('about the price of gas: the slow one still counts', async () => {
    const client = connect([lieOn('eth_maxPriorityFeePerGas', () => '0x1'), honest(100), slow(honest(100))]);
    await client.getBlock();
    await vi.waitFor(async () => expect(await client.estimateMaxPriorityFeePerGas({ chain: null })).toBe(100n), 3000);
  });

  test('about the finalized block: the slow one still counts', async () => {
    const finalizing = (block: number) =>
      createHonestNode(
        chainId,
        () => 100,
        () => block,
      );
    const client = connect([finalizing(4), finalizing(36), slow(finalizing(36))]);
    await client.getBlock();
    await vi.waitFor(async () => expect((await client.getBlock({ blockTag: 'finalized' })).number).toBe(36n), 3000);
  });
});
