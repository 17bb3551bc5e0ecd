import type { Hash, Hex } from 'viem';
import { encodeAbiParameters, encodeEventTopics, numberToHex, pad, parseAbiParameters } from 'viem';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import type { Endpoint } from '../../../tools/lab/endpoints/endpoint.ts';
import { startEndpoint } from '../../../tools/lab/endpoints/endpoint.ts';
import { createSampleFile } from '../../../tools/lab/service/sampleCatalog.ts';
import { createChainReading, readDeposit } from './evidence.ts';
import { parsePolicy } from './policyFile.ts';
import type { ProviderSet } from './providers.ts';
import { connectProviders } from './providers.ts';

const [chain] = parsePolicy(JSON.stringify(createSampleFile())).chains;
if (!chain) throw new Error('the sample has chains');
const known = chain;

const DEPOSITS = 10;
const BLOCK = 5n;
const TRANSACTION: Hash = pad('0x7');
const TOGETHER = Array.from({ length: 8 }, (_, index): Hash => numberToHex(100 + index, { size: 32 }));
const reference = (ordinal: number) => ({ chainId: known.id, transactionHash: TRANSACTION, ordinal });

/** What one provider says, and how often it was asked for a receipt and for those of a block. */
type World = {
  blockHash: Hash;
  amount: bigint;
  head: bigint;
  /** The newest block that is safe. */
  safe: bigint;
  /** Runs before an answer about a block's receipts. */
  onBlock: () => void;
  receipts: number;
  blocks: number;
  /** The transactions in the answer about a block; null if the provider lacks the call. */
  inBlock: readonly Hash[] | null;
};
let worlds: World[];
let rpcs: Endpoint[];
let set: ProviderSet;

function toLog(world: World, transactionHash: Hash, index: number) {
  const [account, token] = [pad('0x1', { size: 20 }), pad('0x0', { size: 20 })];
  return {
    address: known.depositContract,
    topics: encodeEventTopics({
      ...{ abi: depositAbi, eventName: 'Deposit' },
      args: { user: account, token, maker: known.vault },
    }),
    data: encodeData(world.amount),
    ...{ blockNumber: numberToHex(BLOCK), blockHash: world.blockHash, transactionHash },
    ...{ logIndex: numberToHex(index), transactionIndex: '0x0', removed: false },
  };
}

function encodeData(amount: bigint): Hex {
  const types = parseAbiParameters('string, uint256, uint256, uint256, uint256');
  return encodeAbiParameters(types, ['0x', amount, 2n, 0n, 1n]);
}

function toReceipt(world: World, transactionHash: Hash, deposits: number) {
  return {
    ...{ transactionHash, blockHash: world.blockHash, blockNumber: numberToHex(BLOCK), status: '0x1' },
    logs: Array.from({ length: deposits }, (_, index) => toLog(world, transactionHash, index)),
  };
}

function answer(world: World, method: string, params: readonly unknown[]): unknown {
  if (method === 'eth_chainId') return numberToHex(known.id);
  if (method === 'eth_getTransactionReceipt') {
    world.receipts += 1;
    return toReceipt(world, params[0] as Hash, params[0] === TRANSACTION ? DEPOSITS : 1);
  }
  if (method === 'eth_getBlockReceipts') {
    world.blocks += 1;
    world.onBlock();
    if (!world.inBlock) throw new Error('no such method');
    return params[0] === world.blockHash ? world.inBlock.map((hash) => toReceipt(world, hash, 1)) : [];
  }
  const tags = new Map<unknown, bigint>([
    ['latest', world.head],
    ['safe', world.safe],
  ]);
  const tagged = tags.get(params[0]);
  const number = tagged === undefined ? String(params[0]) : numberToHex(tagged);
  return { number, hash: BigInt(number) === BLOCK ? world.blockHash : pad(number as Hex), timestamp: '0x1' };
}

beforeEach(async () => {
  worlds = Array.from({ length: 3 }, () => ({
    ...{
      blockHash: pad('0xa'),
      amount: 7n,
      head: 100n,
      safe: 100n,
      onBlock: () => {},
      receipts: 0,
      blocks: 0,
      inBlock: TOGETHER,
    },
  }));
  rpcs = await Promise.all(worlds.map((world) => startEndpoint(({ method, params }) => answer(world, method, params))));
  set = connectProviders({ ...known, rpcUrls: rpcs.map(({ url }) => url), quorum: 2 }, known.vault);
});
afterEach(() => Promise.all(rpcs.map((rpc) => rpc.stop())));

const read = (ordinal: number) => readDeposit(createChainReading(set, []), reference(ordinal));
const readAll = () => {
  const reading = createChainReading(set, []);
  return Promise.all(Array.from({ length: DEPOSITS }, (_, ordinal) => readDeposit(reading, reference(ordinal))));
};

test('reads the receipt of a batch of deposits in one transaction once per provider', async () => {
  expect((await readAll()).map((deposit) => deposit?.amount)).toEqual(Array.from({ length: DEPOSITS }, () => 7n));
  await readAll();
  // A slow answer causes the third provider to be asked too.
  expect(Math.max(...worlds.map(({ receipts }) => receipts))).toBe(1);
});

test('reads the receipt again if its block has left the chain, and believes the new one', async () => {
  await readAll();
  for (const world of worlds) Object.assign(world, { blockHash: pad('0xb'), amount: 8n });
  expect(await read(0)).toMatchObject({ blockHash: pad('0xb'), amount: 8n });
});

test('does not believe one provider that still has the block of an earlier read', async () => {
  await readAll();
  for (const world of worlds.slice(1)) Object.assign(world, { blockHash: pad('0xb'), amount: 8n });
  expect(await read(0)).toMatchObject({ blockHash: pad('0xb'), amount: 8n });
  Object.assign(worlds[2] ?? {}, { blockHash: pad('0xc') });
  set.deposits.keep(TRANSACTION, { blockNumber: BLOCK, blockHash: pad('0xa'), deposits: [] });
  await expect(read(0)).rejects.toThrow('1 of 3 providers of Northshore agree');
});

test('verifies the confirmations of a deposit that it has read before', async () => {
  await readAll();
  for (const world of worlds) world.head = BLOCK;
  await expect(read(0)).rejects.toThrow('1 of');
});

test('does not believe what a single provider says about one deposit', async () => {
  Object.assign(worlds[0] ?? {}, { amount: 70n });
  expect(await read(0)).toMatchObject({ amount: 7n });
  expect(set.deposits.recall(TRANSACTION)?.deposits[0]?.amount).toBe(7n);
});

describe('deposits of a request that share a block', () => {
  const readTogether = (blockNumber: bigint | undefined = BLOCK) => {
    const references = TOGETHER.map((transactionHash) => ({
      ...{ chainId: known.id, transactionHash, ordinal: 0 },
      ...(blockNumber !== undefined && { blockNumber }),
    }));
    const reading = createChainReading(set, [], references);
    return Promise.all(references.map((place) => readDeposit(reading, place)));
  };
  const most = (of: (world: World) => number) => Math.max(...worlds.map(of));
  const calls = () => ({ blocks: most(({ blocks }) => blocks), receipts: most(({ receipts }) => receipts) });

  test('are read with one call for each provider', async () => {
    expect((await readTogether()).map((deposit) => deposit?.transactionHash)).toEqual(TOGETHER);
    expect(calls()).toEqual({ blocks: 1, receipts: 0 });
  });

  test('are each read if the worker names another block', async () => {
    expect((await readTogether(BLOCK + 1n)).map((deposit) => deposit?.blockNumber)).toEqual(TOGETHER.map(() => BLOCK));
    expect(calls().receipts).toBe(8);
  });

  test('are each read if the providers do not answer for whole blocks', async () => {
    for (const world of worlds) world.inBlock = null;
    expect((await readTogether()).map((deposit) => deposit?.amount)).toEqual(TOGETHER.map(() => 7n));
    expect(calls().receipts).toBe(8);
  });

  test('are not believed of a single provider', async () => {
    Object.assign(worlds[0] ?? {}, { amount: 70n });
    expect((await readTogether()).map((deposit) => deposit?.amount)).toEqual(TOGETHER.map(() => 7n));
  });

  test('are read on their own if they are missing from the answer', async () => {
    for (const world of worlds) world.inBlock = TOGETHER.slice(1);
    expect((await readTogether()).map((deposit) => deposit?.transactionHash)).toEqual(TOGETHER);
    expect(calls()).toEqual({ blocks: 1, receipts: 1 });
  });

  test('must be deep enough before their block is read, which may be replaced', async () => {
    set = connectProviders({ ...set.chain, confirmations: 'safe' }, known.vault);
    for (const world of worlds) {
      world.safe = BLOCK - 1n;
      // As when the data on L1 differ from what the sequencer announced. The node still has the other block's receipts.
      world.onBlock = () => {
        world.safe = 100n;
        setImmediate(() => {
          world.blockHash = pad('0xb');
        });
      };
    }
    await expect(readTogether()).rejects.toThrow('not safe yet');
  });

  test('must be confirmed', async () => {
    for (const world of worlds) world.head = BLOCK;
    await expect(readTogether()).rejects.toThrow('1 of');
  });
});
