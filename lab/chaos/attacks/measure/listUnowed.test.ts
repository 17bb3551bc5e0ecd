import type { Address, Hash } from 'viem';
import { expect, test } from 'vitest';
import type { ObservedDeposit, RouteTerms } from '../../audit/expectedPayment.ts';
import type { ObservedPayment } from '../../audit/readAuditedChain.ts';
import { listUnowed } from './listUnowed.ts';

const address = (digit: string): Address => `0x${digit.repeat(40)}`;
const [TOKEN, USER, RECIPIENT, THIEF] = [address('1'), address('2'), address('3'), address('4')];
const ID: Hash = `0x${'aa'.repeat(32)}`;
// A deposit of 1000 pays 990: 1 % fee.
const TERMS: RouteTerms = {
  ...{ originId: 1, destinationId: 2, originToken: TOKEN, originDecimals: 6, destinationToken: TOKEN },
  ...{ destinationDecimals: 6, min: 1n, max: 10_000n, feeBps: 100n, feeFloor: 0n, gasFee: 0n },
};
const DEPOSIT: ObservedDeposit = {
  ...{ id: ID, chainId: 1, transactionHash: ID, depositor: USER, token: TOKEN },
  ...{ target: RECIPIENT, amount: 1000n, destination: 2n },
};
const PAYOUT: ObservedPayment = {
  ...{ chainId: 2, vault: address('5'), hash: ID, id: ID },
  ...{ to: RECIPIENT, token: TOKEN, amount: 990n },
};

function gainOf(payments: readonly ObservedPayment[], unexplained: readonly bigint[] = []): bigint {
  const left = unexplained.map((amount) => ({ chainId: 2, token: TOKEN, amount }));
  const unowed = listUnowed({ deposits: [DEPOSIT], payments, unexplained: left }, [TERMS]);
  return unowed.reduce((sum, { amount }) => sum + amount, 0n);
}

test('a payment of exactly the quoted amount is no gain, and a refund of the deposit is none', () => {
  expect(gainOf([PAYOUT])).toBe(0n);
  expect(gainOf([{ ...PAYOUT, chainId: 1, to: USER, amount: 1000n }])).toBe(0n);
});

test.each<readonly [string, readonly ObservedPayment[], bigint]>([
  ['one base unit too much', [{ ...PAYOUT, amount: 991n }], 1n],
  ['a second payment', [PAYOUT, PAYOUT], 990n],
  ['a refund after the payout', [PAYOUT, { ...PAYOUT, chainId: 1, to: USER, amount: 5n }], 5n],
  ['another recipient', [{ ...PAYOUT, to: THIEF }], 990n],
  ['a payment without a deposit', [PAYOUT, { ...PAYOUT, id: `0x${'bb'.repeat(32)}`, amount: 7n }], 7n],
])('%s is a gain', (_name, payments, gain) => {
  expect(gainOf(payments)).toBe(gain);
});

test('tokens that left without a payment are a gain', () => {
  expect(gainOf([PAYOUT], [3n])).toBe(3n);
});
