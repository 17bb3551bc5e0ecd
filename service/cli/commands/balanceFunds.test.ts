import { zeroAddress } from 'viem';
import { expect, test } from 'vitest';
import { UsageError } from '../command.ts';
import type { Holding } from './balanceFunds.ts';
import { describeTransfers, parseShares, proposeTransfers } from './balanceFunds.ts';

const holding = (chain: 'A' | 'B', balance: bigint, more: Partial<Holding> = {}): Holding => ({
  ...{
    chain,
    chainId: chain === 'A' ? 1 : 2,
    token: 'USDC',
    address: zeroAddress,
    decimals: 6,
    balance,
    spendable: balance,
    reserved: 0n,
  },
  ...{ free: balance, ...more },
});

const paid = (chainId: number, amount: bigint) => ({ chainId, token: zeroAddress, amount });

test('moves funds to the vault that pays most, and leaves a fifth divided equally', () => {
  const holdings = [holding('A', 1_000_000_000n), holding('B', 0n)];
  // Half of a fifth, and all of the rest.
  const moves = proposeTransfers(holdings, [paid(2, 7_000_000n)]);
  expect(moves).toEqual([{ from: 'A', to: 'B', amount: 900_000_000n, token: 'USDC', decimals: 6 }]);
  expect(describeTransfers(moves)).toEqual([
    'To balance the vaults:',
    '  move 900 USDC from the vault on A to the vault on B',
  ]);
});

test('divides equally without payments, and by the given shares with them', () => {
  const holdings = [holding('A', 1_000_000_000n), holding('B', 0n)];
  expect(proposeTransfers(holdings, [])).toMatchObject([{ from: 'A', to: 'B', amount: 500_000_000n }]);
  expect(proposeTransfers(holdings, parseShares('A=75, B=25'))).toMatchObject([{ amount: 250_000_000n }]);
});

test('compares chains with other decimals, each token alone, and keeps what signed payments take', () => {
  const holdings = [
    holding('A', 10n ** 20n, { decimals: 18 }),
    holding('B', 40_000_000n, { reserved: 40_000_000n }),
    holding('A', 5n, { token: 'WBTC', decimals: 0 }),
  ];
  expect(proposeTransfers(holdings, [])).toEqual([
    { from: 'A', to: 'B', amount: 50_000_000n, token: 'USDC', decimals: 6 },
  ]);
});

test('proposes nothing below one percent of a token', () => {
  const holdings = [holding('A', 1_010n), holding('B', 990n)];
  expect(describeTransfers(proposeTransfers(holdings, []))).toEqual(['Every vault has about its share.']);
});

test.each(['A', 'A=', 'A=1,A=2', 'A=-1', '=5', 'A=1,'])('rejects the shares %j', (text) => {
  expect(() => parseShares(text)).toThrow(UsageError);
});
