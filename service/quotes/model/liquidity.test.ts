import fc from 'fast-check';
import type { Address } from 'viem';
import { describe, expect, test } from 'vitest';
import { NATIVE_TOKEN_ADDRESS } from '#shared/address.ts';
import { createSampleCatalog, pickChain, pickRoute } from '../../../tools/lab/service/sampleCatalog.ts';
import { decide, depositRoute } from '../../deposits/model/acceptance.ts';
import type { Deposit } from '../../deposits/model/deposit.ts';
import type { Account, Undecided } from './liquidity.ts';
import { computeFreeFunds, largestPayment, limitToFunds } from './liquidity.ts';
import type { FeeSchedule } from './quote.ts';
import { payoutTerms, sendAmount } from './quote.ts';

const HASH = `0x${'11'.repeat(32)}` as const;
const USER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

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
    ...{ routeId: 'USDC:1:2', validFrom: new Date(0), min: 1n, nativePrice: null },
    ...fields,
  });

  test('pays out at most the free funds, and one unit more exceeds them or the route', () => {
    fc.assert(
      fc.property(cases, free, ({ decimals: places, includesGasFee, ...fields }, funds) => {
        const schedule = toSchedule(fields);
        const limited = limitToFunds(schedule, places, funds);
        // A schedule that accepts no amount has its minimum as both bounds.
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
  const sampleDeposit: Deposit = {
    ...{ id: HASH, contract: origin.depositContract, transactionHash: HASH, ordinal: 0, blockNumber: 1n },
    ...{ blockHash: HASH, blockTime: new Date(0), logIndex: 0, depositor: USER, token: originToken.address },
    ...{ maker: origin.vault, target: USER, amount: 20_000_000n, chainId: origin.id },
    ...{ destination: BigInt(destination.id), channel: 7n, funded: true },
  };
  const schedule: FeeSchedule = {
    ...{ routeId: route.id, validFrom: new Date(0), gasFee: 10_000n, nativePrice: null },
    ...{ feeBps: 100n, feeFloor: 0n, min: route.min, max: route.max },
  };
  const judge = (change: Partial<Deposit>): Undecided => {
    const deposit = { ...sampleDeposit, ...change };
    const isOffered = depositRoute(catalog, origin, deposit) !== null;
    return { deposit, decision: decide(catalog, { origin, deposit, schedules: isOffered ? [schedule] : [] }) };
  };
  const freeOf = (fields: Partial<Account>, chain = destination) =>
    computeFreeFunds(catalog, chain, { ...account, ...fields }).map(({ free }) => free);

  test('equal the balances of the vault, because the hot wallet pays the gas', () => {
    expect(freeOf({})).toEqual([1000n, 500n]);
  });

  test("are at most what the vault's window still allows, less every claim", () => {
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

  test("exclude an undecided deposit's payout if acceptance would accept it, and its refund on its origin chain", () => {
    const one = judge({ amount: 20_000_000n });
    const receive = one.decision?.kind === 'accepted' ? one.decision.terms.receive : 0n;
    expect(receive).toBeGreaterThan(0n);
    const free = freeOf({ holdings: [holding(usdc, 500_000_000n)], undecided: [one] });
    expect(free).toEqual([500_000_000n - receive]);
    const holdings = [holding(originToken.address, 500_000_000n)];
    expect(freeOf({ holdings, undecided: [one] }, origin)).toEqual([480_000_000n]);
  });

  test('exclude the gas drop of an undecided deposit, in the native token', () => {
    const offering = createSampleCatalog(({ chains: [, south] }) => Object.assign(south ?? {}, { maxGasDrop: '0.01' }));
    const deposit = { ...sampleDeposit, target: `${USER}+gas:7` };
    const schedules = [{ ...schedule, nativePrice: 3_000_000_000n }];
    const decisions = [null, decide(offering, { origin: pickChain(offering, origin.name), deposit, schedules })];
    for (const decision of decisions) {
      const holdings = [holding(NATIVE_TOKEN_ADDRESS, 100n)];
      const free = computeFreeFunds(offering, pickChain(offering, destination.name), {
        ...{ ...account, holdings },
        undecided: [{ deposit, decision }],
      });
      expect(free.map((one) => one.free)).toEqual([93n]);
    }
  });

  test.each<readonly [string, Partial<Deposit>]>([
    ['no address as its target', { target: 'no address' }],
    ['the vault as its target', { target: destination.vault }],
    ['an amount above the maximum', { amount: route.max * 2n }],
    ['an amount below the minimum', { amount: 1n }],
    ['an unknown destination', { destination: 99n }],
  ])('exclude nothing on the destination for a deposit with %s', (_what, change) => {
    expect(freeOf({ undecided: [judge(change)] })).toEqual([1000n, 500n]);
  });

  test("count a deposit in full, in the paying chain's decimals, while its route's fees are unknown", () => {
    const wide = pickRoute(catalog, 'WBTC');
    const factor = 10n ** BigInt(wide.destinationToken.decimals - wide.originToken.decimals);
    expect(factor).toBeGreaterThan(1n);
    const holdings = [holding(wide.destinationToken.address, 10n * factor)];
    const sides = { chainId: wide.origin.id, destination: BigInt(wide.destination.id) };
    const unknown = { ...sampleDeposit, ...sides, token: wide.originToken.address, amount: 3n };
    const chain = pickChain(catalog, wide.destination.name);
    expect(freeOf({ holdings, undecided: [{ deposit: unknown, decision: null }] }, chain)).toEqual([7n * factor]);
  });

  test('exclude no payment above the most that one can take, neither due nor undecided', () => {
    const holdings = [{ ...holding(usdc, 500_000_000n), perPayment: 100_000_000n }];
    const due = [
      { token: usdc, amount: 100_000_001n },
      { token: usdc, amount: 100_000_000n },
    ];
    expect(freeOf({ holdings, due })).toEqual([400_000_000n]);
    expect(freeOf({ holdings, undecided: [judge({ amount: 200_000_000n })] })).toEqual([500_000_000n]);
    const refund = { ...holding(originToken.address, 500_000_000n), perPayment: 100_000_000n };
    expect(freeOf({ holdings: [refund], undecided: [judge({ amount: 200_000_000n })] }, origin)).toEqual([
      500_000_000n,
    ]);
  });

  test('are reduced by exactly the payments that acceptance and the vault allow, and cover all of these', () => {
    const amounts = fc.oneof(fc.bigInt({ min: 1n, max: 2n * route.max }), fc.bigInt({ min: 1n, max: 10n ** 9n }));
    const deposits = fc.array(
      fc.record({
        amount: amounts,
        target: fc.constantFrom(sampleDeposit.target, 'no address', destination.vault, NATIVE_TOKEN_ADDRESS),
        destination: fc.constantFrom(BigInt(destination.id), 99n, BigInt(origin.id)),
        token: fc.constantFrom<Address>(originToken.address, '0x52908400098527886E0F7030069857D2E4169EE7'),
        maker: fc.constantFrom<Address>(origin.vault, '0x52908400098527886E0F7030069857D2E4169EE7'),
      }),
      { maxLength: 12 },
    );
    const limits = fc.record({
      balance: fc.bigInt({ min: 0n, max: 20n * route.max }),
      spendable: fc.bigInt({ min: 0n, max: 20n * route.max }),
      perPayment: fc.bigInt({ min: 0n, max: 2n * route.max }),
    });
    const paidOn = {
      [destination.id]: ({ decision }: Undecided) => (decision?.kind === 'accepted' ? decision.terms.receive : 0n),
      [origin.id]: ({ deposit }: Undecided) => (deposit.token === originToken.address ? deposit.amount : 0n),
    };
    const sides = [
      { chain: destination, token: usdc },
      { chain: origin, token: originToken.address },
    ];
    fc.assert(
      fc.property(deposits, limits, fc.array(amounts, { maxLength: 4 }), (changes, limit, dueAmounts) => {
        const undecided = changes.map(judge);
        for (const { chain, token } of sides) {
          const due = dueAmounts.map((amount) => ({ token, amount }));
          const [free = 0n] = freeOf({ holdings: [{ token, ...limit }], undecided, due }, chain);
          const payments = [...undecided.map((one) => paidOn[chain.id]?.(one) ?? 0n), ...dueAmounts];
          const payable = payments.filter((amount) => amount <= limit.perPayment);
          const claimed = payable.reduce((sum, amount) => sum + amount, 0n);
          const most = limit.balance < limit.spendable ? limit.balance : limit.spendable;
          expect(free).toBe(most > claimed ? most - claimed : 0n);
        }
      }),
    );
  });

  test('are 0 in every token without gas, and never below 0', () => {
    expect(freeOf({ gasBalance: 99n })).toEqual([0n, 0n]);
    expect(freeOf({ due: [{ token: usdc, amount: 501n }] })).toEqual([1000n, 0n]);
  });
});
