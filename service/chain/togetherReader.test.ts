import type { Address, Hex } from 'viem';
import {
  decodeFunctionData,
  encodeErrorResult,
  encodeFunctionResult,
  erc20Abi,
  multicall3Abi,
  numberToHex,
  RpcRequestError,
} from 'viem';
import { expect, test } from 'vitest';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { createScriptedClient } from '../../tools/lab/endpoints/scriptedClient.ts';
import { createSampleCatalog, pickChain } from '../../tools/lab/service/sampleCatalog.ts';
import { readHoldings } from '../quotes/funds.ts';
import { createTogetherReader } from './togetherReader.ts';

type Params = readonly [{ readonly to?: Address; readonly data: Hex }, Hex];
type Call = { readonly method: string; readonly params: Params };

const MULTICALL: Address = '0xcA11bde05977b3631167028862bE2a173976CA11';
const AGGREGATE = '82ad56cb';
const BLOCK = 7n;
const BALANCE = 40n;
const UNAVAILABLE = new RpcRequestError({ body: {}, url: '', error: { code: -32_000, message: 'not available' } });

const tokensOf = (count: number) =>
  Array.from({ length: count }, (_, index): Address => numberToHex(index + 1, { size: 20 }));

/** What a contract of the chain answers; null means a revert. */
function answerContract(
  { to, data }: { readonly to: Address; readonly data: Hex },
  broken: Address | null,
): Hex | null {
  if (to === broken) return null;
  const { functionName } = decodeFunctionData({ abi: [...vaultAbi, ...erc20Abi, ...multicall3Abi], data });
  switch (functionName) {
    case 'paused':
      return encodeFunctionResult({ abi: vaultAbi, functionName, result: false });
    case 'capOf':
      return encodeFunctionResult({ abi: vaultAbi, functionName, result: { perPayment: 9n, perWindow: 90n } });
    case 'spendable':
    case 'balanceOf':
    case 'getEthBalance':
      return numberToHex(BALANCE, { size: 32 });
    default:
      throw new Error(`no ${functionName}`);
  }
}

type Node = { readonly refusesMany?: boolean; readonly broken?: Address | null };

function revert(): never {
  const data = encodeErrorResult({ abi: [{ type: 'error', name: 'Broken', inputs: [] }] });
  throw new RpcRequestError({ body: {}, url: '', error: { code: 3, message: 'execution reverted', data } });
}

function answerMany(data: Hex, broken: Address | null): Hex {
  const { functionName, args } = decodeFunctionData({ abi: multicall3Abi, data });
  if (functionName !== 'aggregate3') throw new Error(`no ${functionName}`);
  const result = args[0].map(({ target, callData }) => {
    const answer = answerContract({ to: target, data: callData }, broken);
    return { success: answer !== null, returnData: answer ?? '0x' } as const;
  });
  return encodeFunctionResult({ abi: multicall3Abi, functionName, result });
}

/** The call for many contracts in the data. Without Multicall3 on the chain, it follows the code. */
function findAggregate(data: Hex): Hex | null {
  const at = data.lastIndexOf(AGGREGATE);
  return at < 0 ? null : `0x${data.slice(at)}`;
}

/** A chain's client that counts calls by whether they read many values. */
function createNode(multicall: Address | null, { refusesMany = false, broken = null }: Node = {}) {
  const counts = { many: 0, alone: 0 };
  const chain = { ...pickChain(createSampleCatalog(), 'Northshore'), multicall };
  const client = createScriptedClient<Params>(chain, ({ method, params: [call, block] }: Call) => {
    expect(BigInt(block)).toBe(BLOCK);
    const many = method === 'eth_call' && call.to === (multicall ?? undefined) ? findAggregate(call.data) : null;
    counts[many ? 'many' : 'alone'] += 1;
    if (method === 'eth_getBalance') return numberToHex(BALANCE);
    if (!many) return answerContract({ to: call.to ?? '0x', data: call.data }, broken) ?? revert();
    if (refusesMany) throw UNAVAILABLE;
    return answerMany(many, broken);
  });
  return { client, counts };
}

test.each([2, 104])('the holdings of %i tokens cost one call where the chain has Multicall3', async (count) => {
  const { client, counts } = createNode(MULTICALL);
  const { holdings, gasBalance, isPaused } = await readHoldings(client, tokensOf(count), BLOCK);
  expect(counts).toEqual({ many: 1, alone: 0 });
  expect(holdings).toEqual(
    tokensOf(count).map((token) => ({ token, balance: BALANCE, spendable: BALANCE, perPayment: 9n })),
  );
  expect([gasBalance, isPaused]).toEqual([BALANCE, false]);
});

test('without Multicall3, a hundred reads share a call that carries its code', async () => {
  const { client, counts } = createNode(null);
  const { holdings } = await readHoldings(client, tokensOf(104), BLOCK);
  // 313 reads, and the gas balance.
  expect(counts).toEqual({ many: 4, alone: 1 });
  expect(holdings.every(({ balance, spendable }) => balance === BALANCE && spendable === BALANCE)).toBe(true);
});

test.each([MULTICALL, null])(
  'a node that refuses calls for many values is asked for each value: %s',
  async (multicall) => {
    const { client, counts } = createNode(multicall, { refusesMany: true });
    const { holdings, gasBalance } = await readHoldings(client, tokensOf(2), BLOCK);
    expect(counts).toEqual({ many: 1, alone: 8 });
    expect(holdings.map(({ balance }) => balance)).toEqual([BALANCE, BALANCE]);
    expect(gasBalance).toBe(BALANCE);
  },
);

test('a node that refuses calls without a recipient is not asked for many values again for a while', async () => {
  const { client, counts } = createNode(null, { refusesMany: true });
  for (let refresh = 0; refresh < 3; refresh += 1) await readHoldings(client, tokensOf(2), BLOCK);
  expect(counts).toEqual({ many: 1, alone: 24 });
});

test('a contract that reverts does not refuse the whole call', async () => {
  const [broken] = tokensOf(1);
  const { client, counts } = createNode(null, { broken: broken ?? null });
  for (let refresh = 0; refresh < 3; refresh += 1) {
    const { holdings } = await readHoldings(client, tokensOf(3), BLOCK);
    expect(holdings.map(({ balance }) => balance)).toEqual([0n, BALANCE, BALANCE]);
  }
  expect(counts.many).toBe(3);
});

test('a contract that fails is asked again alone, and its error is reported', async () => {
  const [broken] = tokensOf(1);
  const { client, counts } = createNode(MULTICALL, { broken: broken ?? null });
  const reader = createTogetherReader(client, BLOCK);
  const read = (address: Address) =>
    reader.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [MULTICALL] });
  await expect(Promise.all(tokensOf(3).map(read))).rejects.toThrow(/reverted/);
  expect(counts).toEqual({ many: 1, alone: 1 });
});
