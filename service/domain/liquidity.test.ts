import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NATIVE_TOKEN_ADDRESS } from '#shared/address.ts';
import { createSampleCatalog, pickChain, pickRoute } from '../../lab/service/sampleCatalog.ts';
import type { Account } from './liquidity.ts';
import { limitToFunds, reckonFree } from './liquidity.ts';
import type { FeeSchedule } from './quote.ts';
import { inputBounds, payoutTerms, sendAmount } from './quote.ts';

describe('the greatest value that the funds allow', () => {
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

  test('is paid out of them, and one unit more is not, unless the route itself allows no more', () => {
    fc.assert(
      fc.property(cases, free, ({ decimals: places, includesGasFee, ...fields }, funds) => {
        const schedule = toSchedule(fields);
        const limited = limitToFunds(schedule, places, funds);
        const { max } = inputBounds(limited, includesGasFee);
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

  test('never shrinks where there is more of them', () => {
    fc.assert(
      fc.property(cases, free, small, ({ decimals: places, includesGasFee: _, ...fields }, funds, more) => {
        const limit = (amount: bigint) => limitToFunds(toSchedule(fields), places, amount).max;
        expect(limit(funds + more) >= limit(funds)).toBe(true);
      }),
    );
  });
});

describe('what is free on a chain', () => {
  const catalog = createSampleCatalog();
  const route = pickRoute(catalog, 'USDC');
  const { origin, destination, originToken, destinationToken } = route;
  const coin = NATIVE_TOKEN_ADDRESS;
  const usdc = destinationToken.address;
  const account: Account = {
    usable: [
      { token: coin, amount: 1000n },
      { token: usdc, amount: 500n },
    ],
    reserved: [],
    due: [],
    undecided: [],
    gasFloor: 100n,
  };
  const freeOf = (fields: Partial<Account>, chain = destination) =>
    reckonFree(catalog, chain, { ...account, ...fields }).map(({ amount }) => amount);

  test('is what can be used, of the coins less their gas', () => {
    expect(freeOf({})).toEqual([900n, 500n]);
  });

  test('is less by what is signed and by what is due, each in its own token', () => {
    const reserved = [{ token: usdc, amount: 30n }];
    const due = [
      { token: usdc, amount: 4n },
      { token: coin, amount: 50n },
    ];
    expect(freeOf({ reserved, due })).toEqual([850n, 466n]);
  });

  test('is less by a whole deposit that is not decided yet, where it may be paid and where it may be given back', () => {
    const sides = { originChainId: origin.id, destinationId: BigInt(destination.id) };
    const deposit = { ...sides, token: originToken.address, amount: 20n };
    expect(freeOf({ undecided: [deposit] })).toEqual([900n, 480n]);
    const usable = [{ token: originToken.address, amount: 500n }];
    expect(freeOf({ usable, undecided: [deposit], gasFloor: 0n }, origin)).toEqual([480n]);
  });

  test('counts a deposit in the decimals of the chain that pays it', () => {
    const wide = pickRoute(catalog, 'WBTC');
    const factor = 10n ** BigInt(wide.destinationToken.decimals - wide.originToken.decimals);
    expect(factor).toBeGreaterThan(1n);
    const usable = [{ token: wide.destinationToken.address, amount: 10n * factor }];
    const sides = { originChainId: wide.origin.id, destinationId: BigInt(wide.destination.id) };
    const undecided = [{ ...sides, token: wide.originToken.address, amount: 3n }];
    const chain = pickChain(catalog, wide.destination.name);
    expect(freeOf({ usable, undecided, gasFloor: 0n }, chain)).toEqual([7n * factor]);
  });

  test('is nothing of any token without coins for gas, and never less than nothing', () => {
    const reserved = [{ token: coin, amount: 901n }];
    expect(freeOf({ reserved })).toEqual([0n, 0n]);
    expect(freeOf({ due: [{ token: usdc, amount: 501n }] })).toEqual([900n, 0n]);
  });
});
