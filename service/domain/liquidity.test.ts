import fc from 'fast-check';
import type { Address } from 'viem';
import { describe, expect, test } from 'vitest';
import { NATIVE_TOKEN_ADDRESS } from '#shared/address.ts';
import { createSampleCatalog, pickChain, pickRoute } from '../../lab/service/sampleCatalog.ts';
import type { Account } from './liquidity.ts';
import { computeFreeFunds, largestPayment, limitToFunds } from './liquidity.ts';
import type { FeeSchedule } from './quote.ts';
import { payoutTerms, sendAmount } from './quote.ts';

describe('the maximum within the free funds', () => {
  const decimals = fc.record({ origin: fc.constantFrom(6, 18, 24), destination: fc.constantFrom(6, 18, 24) });
  const small = fc.bigInt({ min: 0n, max: 10n ** 24n });
  const cases = fc.record({
    decimals,
    feeBps: fc.bigInt({ min: 0n, max: 9999n }),
    feeFloor: small,
    gasFee: small,
    max: fc.bigInt({ min: 1n, max: 10n ** 40n }),
    includesGasFee: fc.boolean(),
  });
  const free = fc.oneof(small, fc.bigInt({ min: 0n, max: 10n ** 40n }));
  const toSchedule = (fields: Pick<FeeSchedule, 'feeBps' | 'feeFloor' | 'gasFee' | 'max'>): FeeSchedule => ({
    ...{ routeId: 'USDC:1:2', validFrom: new Date(0), min: 1n },
    ...fields,
  });

  test('pays out at most the free funds, and one unit more exceeds them or the route', () => {
    fc.assert(
      fc.property(cases, free, ({ decimals: places, includesGasFee, ...fields }, funds) => {
        const schedule = toSchedule(fields);
        const limited = limitToFunds(schedule, places, funds);
        // The bounds of a schedule that accepts no amount are both its minimum.
        const max = sendAmount(schedule, limited.max, false) - (includesGasFee ? 0n : schedule.gasFee);
        const receive = (input: bigint) =>
          payoutTerms({ ...schedule, max: 10n ** 70n }, sendAmount(schedule, input, includesGasFee), places)?.receive ??
          0n;
        expect(receive(max) <= funds).toBe(true);
        if (limited.max < schedule.max) expect(receive(max + 1n) > funds).toBe(true);
        else expect(limited.max).toBe(schedule.max);
      }),
      { numRuns: 5000 },
    );
  });

  test('never shrinks with more funds', () => {
    fc.assert(
      fc.property(cases, free, small, ({ decimals: places, includesGasFee: _, ...fields }, funds, more) => {
        const limit = (amount: bigint) => limitToFunds(toSchedule(fields), places, amount).max;
        expect(limit(funds + more) >= limit(funds)).toBe(true);
      }),
    );
  });
});

describe('the free funds of a chain', () => {
  const catalog = createSampleCatalog();
  const route = pickRoute(catalog, 'USDC');
  const { origin, destination, originToken, destinationToken } = route;
  const coin = NATIVE_TOKEN_ADDRESS;
  const usdc = destinationToken.address;
  const holding = (token: Address, balance: bigint) => ({
    token,
    balance,
    spendable: 10n ** 30n,
    perPayment: 10n ** 30n,
  });
  const account: Account = {
    holdings: [holding(coin, 1000n), holding(usdc, 500n)],
    isPaused: false,
    gasBalance: 100n,
    reserved: [],
    due: [],
    undecided: [],
    gasFloor: 100n,
  };
  const freeOf = (fields: Partial<Account>, chain = destination) =>
    computeFreeFunds(catalog, chain, { ...account, ...fields }).map(({ free }) => free);

  test('equal the balances of the vault, because the hot wallet pays the gas', () => {
    expect(freeOf({})).toEqual([1000n, 500n]);
  });

  test('are at most what the window of the vault still allows, less every claim', () => {
    const holdings = [{ ...holding(usdc, 500n), spendable: 120n }];
    expect(freeOf({ holdings })).toEqual([120n]);
    expect(freeOf({ holdings, reserved: [{ token: usdc, amount: 30n }] })).toEqual([90n]);
  });

  test('allow a payment of at most the cap per payment', () => {
    expect(largestPayment({ free: 500n, perPayment: 80n })).toBe(80n);
    expect(largestPayment({ free: 50n, perPayment: 80n })).toBe(50n);
  });

  test('are 0 in every token while the vault is paused', () => {
    expect(freeOf({ isPaused: true })).toEqual([0n, 0n]);
  });

  test('exclude signed and due payments of each token', () => {
    const reserved = [{ token: usdc, amount: 30n }];
    const due = [
      { token: usdc, amount: 4n },
      { token: coin, amount: 50n },
    ];
    expect(freeOf({ reserved, due })).toEqual([950n, 466n]);
  });

  test('exclude a deposit without a decision, on the chain of its payout and of its refund', () => {
    const sides = { originChainId: origin.id, destinationId: BigInt(destination.id) };
    const deposit = { ...sides, token: originToken.address, amount: 20n };
    expect(freeOf({ undecided: [deposit] })).toEqual([1000n, 480n]);
    const holdings = [holding(originToken.address, 500n)];
    expect(freeOf({ holdings, undecided: [deposit] }, origin)).toEqual([480n]);
  });

  test('count a deposit in the decimals of the paying chain', () => {
    const wide = pickRoute(catalog, 'WBTC');
    const factor = 10n ** BigInt(wide.destinationToken.decimals - wide.originToken.decimals);
    expect(factor).toBeGreaterThan(1n);
    const holdings = [holding(wide.destinationToken.address, 10n * factor)];
    const sides = { originChainId: wide.origin.id, destinationId: BigInt(wide.destination.id) };
    const undecided = [{ ...sides, token: wide.originToken.address, amount: 3n }];
    const chain = pickChain(catalog, wide.destination.name);
    expect(freeOf({ holdings, undecided }, chain)).toEqual([7n * factor]);
  });

  test('are 0 in every token without gas, and never below 0', () => {
    expect(freeOf({ gasBalance: 99n })).toEqual([0n, 0n]);
    expect(freeOf({ due: [{ token: usdc, amount: 501n }] })).toEqual([1000n, 0n]);
  });
});
