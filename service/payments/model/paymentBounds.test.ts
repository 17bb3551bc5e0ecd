import fc from 'fast-check';
import type { Address } from 'viem';
import { describe, expect, test } from 'vitest';
import { convertRoundingDown } from '#shared/amount.ts';
import { encodeTarget } from '#shared/gasDrop.ts';
import { createSampleCatalog, pickRoute } from '../../../tools/lab/service/sampleCatalog.ts';
import { decide } from '../../deposits/model/acceptance.ts';
import type { Deposit } from '../../deposits/model/deposit.ts';
import type { FeeSchedule } from '../../quotes/model/quote.ts';
import type { PlacedPayment } from './payment.ts';
import { findPayoutProblem, findRefundProblem, largestPayout } from './payment.ts';
import { payoutRules, verifyPayout } from './payoutTerms.ts';

const catalog = createSampleCatalog();
const route = pickRoute(catalog, 'WBTC');
const USER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const THIEF = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const ONE_NATIVE = 10n ** 18n;
const ID = `0x${'ab'.repeat(32)}` as const;

const deposit: Deposit = {
  ...{ id: ID, chainId: route.origin.id, contract: route.origin.depositContract, transactionHash: ID, ordinal: 0 },
  ...{ blockNumber: 1n, blockHash: ID, blockTime: new Date(0), logIndex: 0 },
  ...{ depositor: USER, token: route.originToken.address, maker: USER, target: USER },
  ...{ amount: route.min * 10n, destination: BigInt(route.destination.id), channel: 0n, funded: true },
};

const schedule: FeeSchedule = {
  ...{ routeId: route.id, validFrom: new Date(0), gasFee: 5n, feeBps: route.feeBps, feeFloor: route.feeFloor },
  ...{ min: route.min, max: route.max, nativePrice: null },
};

const rules = payoutRules(catalog, deposit);
if (!rules) throw new Error('the example has rules for its own route');

function payoutOf(fields: Partial<Deposit> = {}, schedules: readonly FeeSchedule[] = [schedule]): PlacedPayment | null {
  const decision = decide(catalog, { origin: route.origin, deposit: { ...deposit, ...fields }, schedules });
  if (decision.kind !== 'accepted') return null;
  const { recipient: to, gasDrop, terms } = decision;
  const payment = { id: deposit.id, token: route.destinationToken.address, to, amount: terms.receive, gasDrop };
  return { chainId: route.destination.id, payment };
}

const amounts = fc.bigInt({ min: 1n, max: route.max * 2n });
const fees = fc.record({
  gasFee: fc.bigInt({ min: 0n, max: route.max }),
  feeBps: fc.bigInt({ min: 0n, max: 9999n }),
  feeFloor: fc.bigInt({ min: 0n, max: route.max }),
  min: fc.constant(1n),
  max: fc.constant(route.max * 3n),
});

describe('the payout for a deposit', () => {
  test('agrees with the decision for every amount and every fee history', () => {
    fc.assert(
      fc.property(amounts, fc.array(fees, { minLength: 1, maxLength: 4 }), (amount, history) => {
        const schedules = history.map((entry) => ({ ...schedule, ...entry }));
        const placed = payoutOf({ amount }, schedules);
        const input = placed && { deposit: { ...deposit, amount }, schedules, placed };
        expect(input === null || verifyPayout(rules, input).ok).toBe(true);
      }),
    );
  });

  test('never exceeds the deposit less the minimum fee, whatever the fee history says', () => {
    fc.assert(
      fc.property(amounts, fees, (amount, entry) => {
        const placed = payoutOf({ amount }, [{ ...schedule, ...entry }]);
        const { originToken, destinationToken } = route;
        const most = convertRoundingDown(
          { amount: amount - route.minFee, decimals: originToken.decimals },
          destinationToken.decimals,
        );
        expect(placed === null || placed.payment.amount <= most).toBe(true);
      }),
    );
  });

  test('is held if the fee history is below the minimum fee', () => {
    const free = { ...schedule, gasFee: 0n, feeBps: 0n, feeFloor: 0n };
    expect(decide(catalog, { origin: route.origin, deposit, schedules: [free] })).toMatchObject({
      kind: 'held',
      reason: { text: 'the fees on record for it are below the minimum fee' },
    });
  });

  const differences: readonly (readonly [RegExp, Partial<PlacedPayment['payment']>, number])[] = [
    [/is not the deposit's id/, { id: `0x${'cd'.repeat(32)}` }, 0],
    [/is not the deposited token/, { token: USER }, 0],
    [/is not the deposit's, 0x/, { to: THIEF }, 0],
    [/but the deposit is for chain/, {}, 1],
    [/the gas drop of 1 wei is not the deposit's, 0 wei/, { gasDrop: 1n }, 0],
    [/is not positive/, { amount: 0n }, 0],
    [/exceeds/, { amount: largestPayout({ amount: deposit.amount, gasDrop: 0n }, rules.bounds) + 1n }, 0],
  ];
  test.each(differences)('differs from another payment: %s', (problem, change, chain) => {
    const placed = payoutOf();
    if (!placed) throw new Error('the deposit is accepted');
    const changed = { chainId: placed.chainId + chain, payment: { ...placed.payment, ...change } };
    expect(findPayoutProblem(rules.bounds, deposit, changed)).toMatch(problem);
  });

  test('differs from an amount that no fees on record give', () => {
    const placed = payoutOf();
    if (!placed) throw new Error('the deposit is accepted');
    const more = { ...placed, payment: { ...placed.payment, amount: placed.payment.amount + 1n } };
    const verdict = verifyPayout(rules, { deposit, schedules: [schedule], placed: more });
    expect(verdict).toMatchObject({ ok: false, difference: expect.stringMatching(/no fees on record/) });
  });

  test('does not exist for a deposit that the maker did not receive', () => {
    const placed = payoutOf();
    expect(placed && findPayoutProblem(rules.bounds, { ...deposit, funded: false }, placed)).toMatch(/did not receive/);
  });

  test('keeps its rules after the route was removed, without a minimum fee', () => {
    const without = { ...catalog, routes: [] };
    expect(payoutRules(without, deposit)?.bounds).toEqual({ ...rules.bounds, minFee: 0n });
    expect(payoutRules({ ...catalog, tokens: [] }, deposit)).toBeNull();
  });
});

describe('a payout with a gas drop', () => {
  const [most, nativePrice] = [10n ** 16n, 10n ** 7n];
  const bounds = { ...rules.bounds, minFee: 100n, maxGasDrop: most, gasDropFloor: nativePrice };
  const drops = fc.oneof(fc.constantFrom(0n, 1n, most, most + 1n), fc.bigInt({ min: 0n, max: most * 2n }));
  const offers = fc.record({ amount: amounts, asked: drops, paid: drops, taken: fc.bigInt({ min: -3n, max: 3n }) });

  test('brings exactly what the deposit asks for, and costs the deposit at least the floor', () => {
    const outcomes = new Set<boolean>();
    const property = fc.property(offers, fc.boolean(), ({ amount, asked, paid, taken }, isExact) => {
      const gasDrop = isExact ? asked : paid;
      const kept = bounds.minFee + (gasDrop * nativePrice) / ONE_NATIVE + taken;
      const value = { amount: amount - kept, decimals: bounds.originDecimals };
      if (value.amount <= 0n) return;
      const received = convertRoundingDown(value, bounds.token.decimals);
      const made = { ...deposit, amount, target: encodeTarget({ recipient: USER, gasDrop: asked }) };
      const payment = { id: ID, token: bounds.token.address, to: USER as Address, amount: received, gasDrop };
      const isAllowed = findPayoutProblem(bounds, made, { chainId: bounds.destinationId, payment }) === null;
      outcomes.add(isAllowed);
      const isCharged = kept * ONE_NATIVE >= bounds.minFee * ONE_NATIVE + gasDrop * nativePrice;
      expect(isAllowed).toBe(gasDrop === asked && gasDrop <= most && isCharged);
    });
    fc.assert(property, { numRuns: 2000 });
    expect(outcomes).toEqual(new Set([true, false]));
  });
});

describe('the refund for a deposit', () => {
  const refund = { id: ID, token: deposit.token, to: deposit.depositor, amount: deposit.amount, gasDrop: 0n };
  const problemOf = (change: Partial<typeof refund>, chainId = deposit.chainId) =>
    findRefundProblem(deposit, { chainId, payment: { ...refund, ...change } });

  test('is at most the deposit, to the depositor, on the origin chain', () => {
    fc.assert(fc.property(fc.bigInt({ min: 1n, max: deposit.amount }), (amount) => problemOf({ amount }) === null));
    expect(problemOf({ amount: deposit.amount + 1n })).toMatch(/exceeds the deposit/);
    expect(problemOf({ to: THIEF })).toMatch(/is not the depositor/);
    expect(problemOf({ token: THIEF })).toMatch(/is not the deposited token/);
    expect(problemOf({ gasDrop: 1n })).toMatch(/a refund has no gas drop/);
    expect(problemOf({}, deposit.chainId + 1)).toMatch(/but the deposit is on chain/);
  });
});
