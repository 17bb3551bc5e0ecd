import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { convertRoundingDown, formatAmount, MAX_UINT256, parseAmount } from '#shared/amount.ts';
import { gasCostInToken } from './price.ts';
import type { FeeSchedule } from './quote.ts';
import { bestPayoutTerms, inputBounds, payoutTerms, sendAmount } from './quote.ts';

const RUNS = { numRuns: 2000 };

const places = fc.integer({ min: 0, max: 24 });
const uint256 = fc.bigInt({ min: 0n, max: MAX_UINT256 });
// Numbers of all lengths: nearly all uniform 256-bit numbers are huge.
const amounts = fc.integer({ min: 0, max: 256 }).chain((bits) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n }));
const decimals = fc.record({ origin: places, destination: places });
const schedules = fc
  .record({ gasFee: amounts, feeFloor: amounts, feeBps: fc.bigInt({ min: 0n, max: 9999n }), a: amounts, b: amounts })
  .map(
    ({ gasFee, feeFloor, feeBps, a, b }): FeeSchedule => ({
      ...{ routeId: 'X:1:2', validFrom: new Date(0), gasFee, feeFloor, feeBps, nativePrice: null },
      ...{ min: a < b ? a : b, max: a < b ? b : a },
    }),
  );

describe('the arithmetic for decimals 0 to 24 and amounts up to 2^256', () => {
  test("accounts for every unit, stays at or above 0, and rounds in the bridge's favour by less than one unit", () => {
    let settled = 0;
    fc.assert(
      fc.property(schedules, amounts, decimals, (schedule, send, { origin, destination }) => {
        const terms = payoutTerms(schedule, send, { origin, destination });
        if (!terms) return;
        settled += 1;
        const { gasFee, bridgeFee, net, receive } = terms;
        expect(gasFee + bridgeFee + net).toBe(send);
        expect(gasFee >= 0n && bridgeFee >= schedule.feeFloor && net > 0n && receive > 0n).toBe(true);
        // The comparison uses the finer decimals, which need no rounding.
        const finest = Math.max(origin, destination);
        const exact = convertRoundingDown({ amount: net, decimals: origin }, finest);
        const paid = convertRoundingDown({ amount: receive, decimals: destination }, finest);
        expect(paid <= exact).toBe(true);
        expect(exact - paid < 10n ** BigInt(finest - destination)).toBe(true);
        // The share is rounded up by less than one unit.
        const share = (send - gasFee) * schedule.feeBps;
        if (bridgeFee > schedule.feeFloor) {
          expect(bridgeFee * 10_000n >= share && (bridgeFee - 1n) * 10_000n < share).toBe(true);
        }
      }),
      RUNS,
    );
    expect(settled).toBeGreaterThan(50);
  });

  test('never pays less for a larger accepted amount', () => {
    fc.assert(
      fc.property(schedules, amounts, amounts, decimals, (...[schedule, send, more, both]) => {
        const less = payoutTerms(schedule, send, both);
        const greater = payoutTerms(schedule, send + more, both);
        if (less && greater) expect(greater.receive >= less.receive).toBe(true);
      }),
      RUNS,
    );
  });

  test('accepts every amount within its bounds, with and without the gas fee', () => {
    fc.assert(
      fc.property(schedules, uint256, fc.boolean(), (schedule, input, includes) => {
        const { min, max } = inputBounds(schedule, includes);
        const afterGas = sendAmount(schedule, input, includes) - schedule.gasFee;
        expect(input >= min && input <= max).toBe(afterGas >= schedule.min && afterGas <= schedule.max);
      }),
      RUNS,
    );
  });

  test('chooses the schedule that pays most', () => {
    fc.assert(
      fc.property(fc.array(schedules, { maxLength: 8 }), amounts, decimals, (all, send, both) => {
        const each = all.flatMap((schedule) => payoutTerms(schedule, send, both) ?? []);
        const best = bestPayoutTerms(all, send, both);
        if (each.length === 0) expect(best).toBeNull();
        else expect(each.every(({ receive }) => best !== null && best.receive >= receive)).toBe(true);
        if (best) expect(each).toContainEqual(best);
      }),
      RUNS,
    );
  });

  test('converts gas to a token, rounded up by less than one unit', () => {
    const price = fc.bigInt({ min: 1n, max: 10n ** 30n });
    const gas = fc.record({ gas: fc.bigInt({ min: 0n, max: 10n ** 8n }), gasPrice: amounts, nativePrice: price });
    fc.assert(
      fc.property(gas, fc.record({ decimals: places, price }), (cost, token) => {
        const counted = gasCostInToken(cost, token);
        const value = cost.gas * cost.gasPrice * cost.nativePrice * 10n ** BigInt(token.decimals);
        const unit = token.price * 10n ** 18n;
        expect(counted * unit >= value && (counted - 1n) * unit < value).toBe(true);
      }),
      RUNS,
    );
  });

  test('formats and parses every amount without changing it', () => {
    fc.assert(
      fc.property(uint256, places, (amount, count) => {
        const text = formatAmount({ amount, decimals: count });
        expect(text).toMatch(/^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/);
        expect(parseAmount(text, count)).toEqual({ ok: true, amount });
      }),
      RUNS,
    );
  });

  test('never throws, and accepts only amounts from 0 to the largest uint256', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.stringMatching(/^[0-9.eExX+-]{0,200}$/),
      fc.stringMatching(/^\d{70,80}$/),
    );
    fc.assert(
      fc.property(text, places, (value, count) => {
        const read = parseAmount(value, count);
        if (read.ok) expect(read.amount >= 0n && read.amount <= MAX_UINT256).toBe(true);
      }),
      RUNS,
    );
  });
});
