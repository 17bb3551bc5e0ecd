import { zeroAddress } from 'viem';
import { expect, test } from 'vitest';
import { UsageError } from './command.ts';
import type { Holding } from './vaultShares.ts';
import { compareShares, parseShares } from './vaultShares.ts';

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

const surplusesOf = (holdings: readonly Holding[], wanted: Parameters<typeof compareShares>[1]) =>
  compareShares(holdings, wanted).map(({ surplus }) => surplus);

test('gives the vault that pays most the larger share, and divides a fifth equally', () => {
  const holdings = [holding('A', 1_000_000_000n), holding('B', 0n)];
  // Half of a fifth, and all of the rest.
  expect(surplusesOf(holdings, [paid(2, 7_000_000n)])).toEqual([900_000_000n, -900_000_000n]);
});

test('divides equally without payments, and by the given shares with them', () => {
  const holdings = [holding('A', 1_000_000_000n), holding('B', 0n)];
  expect(surplusesOf(holdings, [])).toEqual([500_000_000n, -500_000_000n]);
  expect(surplusesOf(holdings, parseShares('A=75, B=25'))).toEqual([250_000_000n, -250_000_000n]);
  expect(surplusesOf(holdings, parseShares('C=1'))).toEqual([500_000_000n, -500_000_000n]);
});

test('compares chains with other decimals, each token alone, and keeps what signed payments take', () => {
  const holdings = [
    holding('A', 10n ** 20n, { decimals: 18 }),
    holding('B', 40_000_000n, { reserved: 40_000_000n }),
    holding('A', 5n, { token: 'WBTC', decimals: 0 }),
  ];
  expect(surplusesOf(holdings, [])).toEqual([5n * 10n ** 19n, -50_000_000n, 0n]);
});

test.each(['A', 'A=', 'A=1,A=2', 'A=-1', '=5', 'A=1,'])('rejects the shares %j', (text) => {
  expect(() => parseShares(text)).toThrow(UsageError);
});
