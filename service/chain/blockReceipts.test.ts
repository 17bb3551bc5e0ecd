import type { Hash } from 'viem';
import { HttpRequestError, numberToHex, RpcRequestError } from 'viem';
import { expect, test, vi } from 'vitest';
import { memoryBlock } from '../../tools/lab/endpoints/memoryNode.ts';
import { createScriptedClient } from '../../tools/lab/endpoints/scriptedClient.ts';
import { createSampleCatalog, pickChain } from '../../tools/lab/service/sampleCatalog.ts';
import { countCalls, createTransactionReader } from './blockReceipts.ts';
import { createCallSupport, readHeader } from './chainClient.ts';

const BLOCK = memoryBlock(7);
const OTHER_BLOCK: Hash = numberToHex(1000, { size: 32 });
const UNKNOWN_METHOD = new RpcRequestError({ body: {}, url: '', error: { code: -32_601, message: 'no such method' } });

function down(): never {
  throw new HttpRequestError({ url: 'http://one.example' });
}

const CHAIN = pickChain(createSampleCatalog(), 'Northshore');
const LOG = {
  ...{ address: CHAIN.depositContract, topics: [], data: '0x', logIndex: '0x0', blockNumber: BLOCK.number },
} as const;
const hashOf = (index: number): Hash => numberToHex(index + 1, { size: 32 });
const hashes = (count: number) => Array.from({ length: count }, (_, index) => hashOf(index));
const receiptOf = (transactionHash: Hash, blockHash: Hash = BLOCK.hash) => ({
  ...{ transactionHash, blockHash, blockNumber: BLOCK.number, status: '0x1', logs: [LOG] },
});

/** A chain, a reader of its transactions, and the calls that the chain has received. */
function create(answerBlock: () => unknown) {
  const calls = { block: 0, alone: 0 };
  const time = { ms: 0 };
  let header = BLOCK;
  const scripted = createScriptedClient<readonly [Hash]>(CHAIN, ({ method, params: [asked] }) => {
    if (method === 'eth_getBlockByNumber') return header;
    calls[method === 'eth_getBlockReceipts' ? 'block' : 'alone'] += 1;
    return method === 'eth_getBlockReceipts' ? answerBlock() : receiptOf(asked);
  });
  const client = { ...scripted, blockReceipts: createCallSupport(() => time.ms) };
  const readAll = (count: number) => {
    const places = hashes(count).map((transactionHash) => ({ transactionHash, blockNumber: 7n }));
    const read = createTransactionReader(client, places, (blockNumber) => readHeader(client, { blockNumber }));
    return Promise.all(hashes(count).map(read));
  };
  const reorganise = () => {
    header = { ...BLOCK, hash: OTHER_BLOCK };
  };
  return { calls, time, client, readAll, reorganise };
}

test('reads eight transactions of a block with one call', async () => {
  const { calls, readAll } = create(() => hashes(9).map((hash) => receiptOf(hash)));
  expect(await readAll(8)).toEqual(Array.from({ length: 8 }, () => []));
  expect(calls).toEqual({ block: 1, alone: 0 });
});

test('reads a block once for what one client asks within four seconds', async () => {
  vi.useFakeTimers();
  try {
    const { calls, readAll } = create(() => hashes(16).map((hash) => receiptOf(hash)));
    await readAll(8);
    await readAll(16);
    expect(calls).toEqual({ block: 1, alone: 0 });
    vi.advanceTimersByTime(4000);
    await readAll(8);
    expect(calls).toEqual({ block: 2, alone: 0 });
  } finally {
    vi.useRealTimers();
  }
});

test('does not answer for a block that has left the chain', async () => {
  const { calls, readAll, reorganise } = create(() => hashes(8).map((hash) => receiptOf(hash)));
  await readAll(8);
  reorganise();
  await expect(readAll(8)).rejects.toThrow('a receipt of a block that is not in the chain');
  expect(calls).toEqual({ block: 2, alone: 8 });
});

test('does not keep a block whose logs are large', async () => {
  const large = { ...LOG, data: `0x${'00'.repeat(1_000_000)}` };
  const { calls, readAll } = create(() => hashes(8).map((hash) => ({ ...receiptOf(hash), logs: [large] })));
  await readAll(8);
  await readAll(8);
  expect(calls).toEqual({ block: 2, alone: 0 });
});

test('reads fewer transactions of a block one by one', async () => {
  const { calls, readAll } = create(() => []);
  expect(await readAll(7)).toHaveLength(7);
  expect(calls).toEqual({ block: 0, alone: 7 });
});

test.each<readonly [string, () => unknown]>([
  ['lacks', () => hashes(7).map((hash) => receiptOf(hash))],
  [
    'has in another block',
    () => hashes(8).map((hash, index) => receiptOf(hash, index === 7 ? OTHER_BLOCK : undefined)),
  ],
])('reads a transaction on its own that the answer %s', async (_what, answer) => {
  const { calls, readAll } = create(answer);
  expect(await readAll(8)).toEqual(Array.from({ length: 8 }, () => []));
  expect(calls).toEqual({ block: 1, alone: 1 });
});

test('asks again after two failures, and after three in a row only ten minutes later', async () => {
  const answers: (() => unknown)[] = [down, down, () => [], down, down, down];
  const { calls, time, readAll } = create(() => answers.shift()?.());
  for (let turn = 1; turn <= 7; turn += 1) await readAll(8);
  expect(calls.block).toBe(6);
  time.ms = 600_000;
  await readAll(8);
  expect(calls.block).toBe(7);
});

test('counts a failure once if several readers share the call', async () => {
  const { calls, readAll } = create(down);
  for (let turn = 1; turn <= 3; turn += 1) await Promise.all([readAll(8), readAll(8)]);
  expect(calls.block).toBe(3);
});

test('counts the calls for a block with many transactions once', () => {
  const { client } = create(() => []);
  const inBlock = (count: number, blockNumber: bigint) =>
    hashes(count).map((transactionHash) => ({ transactionHash, blockNumber }));
  expect(countCalls(client, [...inBlock(40, 7n), ...inBlock(7, 8n)])).toBe(8);
  client.blockReceipts.noteRefusal();
  expect(countCalls(client, inBlock(40, 7n))).toBe(40);
});

test('asks again ten minutes after the chain refused the call', async () => {
  const { calls, time, readAll } = create(() => {
    throw UNKNOWN_METHOD;
  });
  await readAll(8);
  await readAll(8);
  expect(calls).toEqual({ block: 1, alone: 16 });
  time.ms = 600_000;
  await readAll(8);
  expect(calls).toEqual({ block: 2, alone: 24 });
});
