import fc from 'fast-check';
import type { Address, Hash, Hex } from 'viem';
import { encodeAbiParameters, encodeEventTopics, erc20Abi, pad, zeroAddress } from 'viem';
import { describe, expect, test } from 'vitest';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import { transferId } from '#shared/transferId.ts';
import { readDeposits } from './deposit.ts';

const CONTRACT = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const MAKER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
// A retired vault of the same chain.
const RETIRED = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65';
const USER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const TOKEN = '0xDc64a140Aa3E981100a9becA4E685f962f0cF6C9';
const HASH: Hash = `0x${'ab'.repeat(32)}`;
const source = { chainId: 31337, contract: CONTRACT, makers: [MAKER, RETIRED], blockTime: new Date(1000) } as const;

type Log = { address: Address; topics: Hex[]; data: Hex; logIndex: number };
type DepositFields = { token?: Address; maker?: Address; target?: string; amount?: bigint };

function toTopics(topics: readonly (Hex | Hex[] | null)[]): Hex[] {
  return topics.filter((topic): topic is Hex => typeof topic === 'string');
}

function depositLog(logIndex: number, fields: DepositFields = {}): Log {
  const { token = TOKEN, maker = MAKER, target = USER, amount = 100n } = fields;
  const topics = encodeEventTopics({ abi: depositAbi, eventName: 'Deposit', args: { user: USER, token, maker } });
  const types = ['string', 'uint256', 'uint256', 'uint256', 'uint256'].map((type) => ({ type }));
  const data = encodeAbiParameters(types, [target, amount, 31338n, 7n, 1n]);
  return { address: CONTRACT, topics: toTopics(topics), data, logIndex };
}

function transferLog(logIndex: number, fields: { token?: Address; to?: Address; value?: bigint } = {}): Log {
  const { token = TOKEN, to = MAKER, value = 100n } = fields;
  const topics = encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from: USER, to } });
  return { address: token, topics: toTopics(topics), data: pad(`0x${value.toString(16)}`), logIndex };
}

function read(logs: Log[], status: 'success' | 'reverted' = 'success') {
  return readDeposits({ transactionHash: HASH, blockNumber: 5n, blockHash: HASH, status, logs }, source);
}

describe('reading deposits from a receipt', () => {
  test('finds a funded deposit and derives its id from its ordinal in the transaction', () => {
    const [deposit] = read([transferLog(8), depositLog(9)]);
    expect(deposit).toMatchObject({
      id: transferId({ chainId: 31337, contract: CONTRACT, transactionHash: HASH, ordinal: 0 }),
      ordinal: 0,
      depositor: USER,
      amount: 100n,
      destination: 31338n,
      channel: 7n,
      funded: true,
    });
  });

  test('derives the same id after a reorg moves the transaction within a block', () => {
    const ids = [0, 40].map((shift) => read([transferLog(shift), depositLog(shift + 1)]).map(({ id }) => id));
    expect(ids[0]).toEqual(ids[1]);
  });

  test('counts deposits for other makers in the ordinal but does not return them', () => {
    const logs = [depositLog(0, { maker: USER }), transferLog(1), depositLog(2)];
    expect(read(logs).map(({ ordinal }) => ordinal)).toEqual([1]);
  });

  test('funds one deposit with each token transfer', () => {
    const logs = [transferLog(0), depositLog(1), depositLog(2)];
    expect(read(logs).map(({ funded }) => funded)).toEqual([true, false]);
    expect(read([transferLog(0), depositLog(1), transferLog(2), depositLog(3)]).every(({ funded }) => funded)).toBe(
      true,
    );
  });

  test.each([
    ['of another amount', { value: 99n }],
    ['to another account', { to: USER }],
    ['of another token', { token: CONTRACT }],
  ] as const)('does not fund a deposit with a transfer %s', (_what, fields) => {
    expect(read([transferLog(0, fields), depositLog(1)])[0]?.funded).toBe(false);
  });

  test('accepts several native deposits in one transaction from the configured contract', () => {
    const logs = [depositLog(0, { token: zeroAddress }), depositLog(1, { token: zeroAddress, amount: 5n })];
    expect(read(logs).map(({ amount, funded }) => ({ amount, funded }))).toEqual([
      { amount: 100n, funded: true },
      { amount: 5n, funded: true },
    ]);
  });

  test('ignores a reverted transaction and logs of another contract', () => {
    expect(read([transferLog(0), depositLog(1)], 'reverted')).toEqual([]);
    expect(read([transferLog(0), { ...depositLog(1), address: TOKEN }])).toEqual([]);
  });

  test('limits the length of the target and replaces control characters', () => {
    const anything = fc.string({ unit: 'binary', maxLength: 400 });
    fc.assert(
      fc.property(anything, (target) => {
        const [deposit] = read([transferLog(0), depositLog(1, { target })]);
        expect(deposit?.target.length).toBeLessThanOrEqual(129);
        expect(deposit?.target).not.toMatch(/[\p{Cc}\p{Cs}]/u);
      }),
    );
  });
});
