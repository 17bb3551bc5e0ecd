import type { Address } from 'viem';
import { encodeAbiParameters, encodeEventTopics, numberToHex, pad, RpcRequestError } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { createScriptedClient } from '../../tools/lab/endpoints/scriptedClient.ts';
import type { TestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { startTestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { createSampleCatalog, pickChain, pickRoute } from '../../tools/lab/service/sampleCatalog.ts';
import type { Header } from '../chain/chainClient.ts';
import type { Database } from '../db/database.ts';
import { createFlowFinder } from './findFlows.ts';

let databases: TestDatabases;
let database: Database;
beforeAll(async () => {
  databases = await startTestDatabases('postgresql');
  database = await databases.open();
});
afterAll(() => databases?.stop());

const catalog = createSampleCatalog();
const chain = pickChain(catalog, 'Northshore');
const REFUSED = new RpcRequestError({ body: {}, url: '', error: { code: -32_000, message: 'too many results' } });
const ID = pad('0x07');
const USDC = catalog.tokens.find(({ name }) => name === 'USDC')?.deployments.get(chain.name)?.address;
if (!USDC) throw new Error('the example has USDC');
const token = USDC;
const MINIMUM = pickRoute(catalog, 'USDC').min;

type Query = { readonly address: string | readonly string[]; readonly fromBlock: string; readonly toBlock: string };
type Node = { readonly maxBlocks?: bigint; readonly changes?: boolean; readonly deposits?: readonly Deposited[] };
type Deposited = { readonly token: Address; readonly amount: bigint };

const place = (number: bigint) => ({
  ...{ blockNumber: numberToHex(number), blockHash: pad(numberToHex(number)), logIndex: '0x0', removed: false },
  ...{ transactionHash: pad('0x0a'), transactionIndex: '0x0' },
});

const paid = {
  ...place(3n),
  address: chain.vault,
  topics: encodeEventTopics({
    ...{ abi: vaultAbi, eventName: 'Paid', args: { payer: chain.hotWallet, id: ID, to: chain.hotWallet } },
  }),
  data: encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [token, 5n]),
};

/** The answer about a block, which the query names by number or hash. */
function blockOf(query: string, isOther: boolean) {
  const number = numberToHex(BigInt(query));
  return { number, hash: pad(isOther ? '0xff' : number), parentHash: pad('0x0'), timestamp: '0x9', transactions: [] };
}

/** A chain of four blocks with a payment in the third. */
function findOn({ maxBlocks = 9n, changes = false, deposits = [] }: Node) {
  const asked: string[] = [];
  const answerLogs = ({ address, fromBlock, toBlock }: Query) => {
    if (typeof address === 'string') return deposits.map(depositOf);
    const [from, to] = [BigInt(fromBlock), BigInt(toBlock)];
    asked.push(`${from}-${to}`);
    if (to - from >= maxBlocks) throw REFUSED;
    return from <= 3n && to >= 3n ? [paid] : [];
  };
  const client = createScriptedClient<readonly [Query | string]>(chain, async ({ method, params: [query] }) => {
    if (method === 'eth_getTransactionReceipt') throw new Error('read a receipt');
    // The chain changes after the deposits were read.
    return typeof query === 'string'
      ? blockOf(query, changes && query === '0x4' && asked.length > 0)
      : answerLogs(query);
  });
  const head: Header = {
    ...{ number: 4n, hash: pad('0x4'), parentHash: pad('0x0'), time: new Date(0), baseFee: 0n, logsBloom: null },
  };
  return { asked, find: () => createFlowFinder({ catalog, database }, client)({ range: { from: 1n, to: 4n }, head }) };
}

function depositOf({ token: depositToken, amount }: Deposited) {
  const args = { user: chain.hotWallet, maker: chain.vault };
  const inputs = depositAbi.find((item) => item.type === 'event' && item.name === 'Deposit')?.inputs ?? [];
  const values: Record<string, unknown> = { token: depositToken, amount, target: 'x' };
  const others = inputs.filter((input) => !('indexed' in input && input.indexed));
  return {
    ...place(2n),
    address: chain.depositContract,
    topics: encodeEventTopics({ abi: depositAbi, eventName: 'Deposit', args: { ...args, token: depositToken } }),
    data: encodeAbiParameters(
      others,
      others.map(({ name }) => values[name ?? ''] ?? 1n),
    ),
  };
}

const PAYMENT = {
  ...{ direction: 'out', id: ID, token, amount: 5n, at: new Date(9000), blockNumber: 3n, blockHash: pad('0x3') },
};

test('a payment has the time of its block', async () => {
  expect((await findOn({}).find())?.flows).toEqual([PAYMENT]);
});

test('payments in more blocks than the endpoint answers are read in parts', async () => {
  const { asked, find } = findOn({ maxBlocks: 2n });
  expect((await find())?.flows).toEqual([PAYMENT]);
  expect(asked).toEqual(['1-4', '1-2', '3-4']);
});

test("a node's answer is dropped if its chain changed meanwhile", async () => {
  await expect(findOn({ changes: true }).find()).rejects.toThrow('the chain changed during the read');
});

test('a deposit of a token that the configuration lacks is neither read nor stored', async () => {
  const foreign = { token: `0x${'12'.repeat(20)}`, amount: MINIMUM } as const;
  expect((await findOn({ deposits: [foreign] }).find())?.flows).toEqual([PAYMENT]);
  await expect(findOn({ deposits: [{ token, amount: MINIMUM }] }).find()).rejects.toThrow('read a receipt');
});

test('a transaction with dust alone is neither read nor stored, so it covers no payment', async () => {
  const dust = { token, amount: 1n };
  expect((await findOn({ deposits: [dust] }).find())?.flows).toEqual([PAYMENT]);
  await expect(findOn({ deposits: [dust, { token, amount: MINIMUM }] }).find()).rejects.toThrow('read a receipt');
});
