import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { convertRoundingDown, parseAmount } from '#shared/amount.ts';
import type { FeeSchedule } from './quote.ts';
import {
  bestPayoutTerms,
  bridgeFee,
  CLOCK_SLACK_SECONDS,
  inputBounds,
  isStillCurrent,
  payoutTerms,
  quoteWindow,
  schedulesInForce,
  sendAmount,
  withGasDrop,
  withPriceMargin,
} from './quote.ts';

const decimals = { origin: 6, destination: 6 };

function createSchedule(fields: Partial<FeeSchedule> = {}): FeeSchedule {
  return {
    routeId: 'USDC:1:2',
    validFrom: new Date(0),
    gasFee: 300_000n,
    feeBps: 10n,
    feeFloor: 100_000n,
    min: 1_000_000n,
    max: 10_000_000_000n,
    nativePrice: null,
    ...fields,
  };
}

describe('the schedule for a gas drop', () => {
  const priced = createSchedule({ nativePrice: 3_000_000_000n });

  test('charges its price and half as much gas again, rounded up', () => {
    expect(withGasDrop(priced, 10n ** 15n)).toMatchObject({ gasFee: 300_000n + 150_000n + 3_000_000n });
    expect(withGasDrop({ ...priced, gasFee: 3n }, 1n)).toMatchObject({ gasFee: 3n + 2n + 1n });
  });

  test('is the schedule itself without a gas drop, and none without a price', () => {
    expect(withGasDrop(priced, 0n)).toBe(priced);
    expect(withGasDrop(createSchedule(), 0n)).not.toBeNull();
    expect(withGasDrop(createSchedule(), 1n)).toBeNull();
  });

  test('never sells native tokens for less than they cost while it is kept', () => {
    const prices = fc.bigInt({ min: 1n, max: 10n ** 15n });
    fc.assert(
      fc.property(prices, prices, (then, now) => {
        const [stored, current] = [then, now].map((price) => createSchedule({ nativePrice: withPriceMargin(price) }));
        if (!stored || !current || !isStillCurrent(stored, current)) return;
        expect(stored.nativePrice).toBeGreaterThanOrEqual(now);
      }),
    );
    expect(isStillCurrent(createSchedule(), priced)).toBe(false);
  });
});

describe('the arithmetic of a quote', () => {
  test('charges the fee floor for small amounts and rounded-up basis points for large ones', () => {
    expect(bridgeFee(createSchedule(), 5_000_000n)).toBe(100_000n);
    expect(bridgeFee(createSchedule(), 500_000_001n)).toBe(500_001n);
  });

  test('deducts the gas fee from the amount, or adds it', () => {
    const schedule = createSchedule();
    expect(sendAmount(schedule, 50_000_000n, true)).toBe(50_000_000n);
    expect(sendAmount(schedule, 50_000_000n, false)).toBe(50_300_000n);
    expect(inputBounds(schedule, true)).toEqual({ min: 1_300_000n, max: 10_000_300_000n });
    expect(inputBounds(schedule, false)).toEqual({ min: 1_000_000n, max: 10_000_000_000n });
    expect(payoutTerms(schedule, 50_300_000n, decimals)).toEqual({
      send: 50_300_000n,
      gasFee: 300_000n,
      bridgeFee: 100_000n,
      net: 49_900_000n,
      receive: 49_900_000n,
    });
  });

  test('accepts only amounts from minimum to maximum', () => {
    const schedule = createSchedule();
    for (const includesGasFee of [true, false]) {
      const { min, max } = inputBounds(schedule, includesGasFee);
      const accepts = (input: bigint) =>
        payoutTerms(schedule, sendAmount(schedule, input, includesGasFee), decimals) !== null;
      expect([min - 1n, min, max, max + 1n].map(accepts)).toEqual([false, true, true, false]);
    }
  });

  test('accounts for every unit, for all decimals from 0 to 24', () => {
    const places = fc.integer({ min: 0, max: 24 });
    const small = fc.bigInt({ min: 0n, max: 10n ** 30n });
    const cases = fc.record({
      decimals: fc.record({ origin: places, destination: places }),
      send: fc.bigInt({ min: 1n, max: 2n ** 250n }),
      gasFee: small,
      feeFloor: small,
      feeBps: fc.bigInt({ min: 0n, max: 9999n }),
    });
    fc.assert(
      fc.property(cases, ({ decimals: { origin: from, destination: to }, send, gasFee, feeFloor, feeBps }) => {
        const schedule = createSchedule({ gasFee, feeFloor, feeBps, min: 1n, max: 2n ** 256n - 1n });
        const terms = payoutTerms(schedule, send, { origin: from, destination: to });
        if (!terms) return;
        const { bridgeFee: fee, net, receive } = terms;
        expect(gasFee + fee + net).toBe(send);
        expect(receive > 0n && fee >= 0n).toBe(true);
        // Rounding down costs the recipient less than one unit of the coarser token.
        const back = convertRoundingDown({ amount: receive, decimals: to }, from);
        expect(back <= net).toBe(true);
        expect(net - back < 10n ** BigInt(Math.max(0, from - to))).toBe(true);
      }),
    );
  });

  test('never pays less for a larger amount', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        fc.bigInt({ min: 0n, max: 10n ** 6n }),
        fc.bigInt({ min: 0n, max: 9999n }),
        (send, more, feeBps) => {
          const schedule = createSchedule({ feeBps, max: 2n ** 255n });
          const [less, greater] = [send, send + more].map(
            (value) => payoutTerms(schedule, value, decimals)?.receive ?? 0n,
          );
          expect(greater !== undefined && less !== undefined && greater >= less).toBe(true);
        },
      ),
    );
  });

  test('parses a typed amount without rounding', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 0, max: 24 }), (amount, places) => {
        const digits = amount.toString().padStart(places + 1, '0');
        const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
        expect(parseAmount(text, places)).toEqual({ ok: true, amount });
      }),
    );
  });
});

describe('a given quote', () => {
  const validitySeconds = 600;
  const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000);
  // Fees that change by any amount, even within a short time.
  const history = fc.array(
    fc.record({
      start: fc.integer({ min: 0, max: 3600 }),
      gasFee: fc.bigInt({ min: 0n, max: 5_000_000n }),
      feeBps: fc.bigInt({ min: 0n, max: 300n }),
      min: fc.bigInt({ min: 500_000n, max: 3_000_000n }),
    }),
    { minLength: 1, maxLength: 30 },
  );

  test('is honoured: a deposit within its validity pays out at least the quoted amount', () => {
    const skew = fc.integer({ min: -CLOCK_SLACK_SECONDS + 2, max: CLOCK_SLACK_SECONDS - 2 });
    const inputs = fc.tuple(
      history,
      fc.nat({ max: 3600 }),
      fc.nat({ max: validitySeconds }),
      skew,
      fc.bigInt({ min: 500_000n, max: 10_000_000_000n }),
    );
    fc.assert(
      fc.property(inputs, ([rows, quotedAfter, waited, clockSkew, input]) => {
        const schedules = rows.map(({ start, ...fields }) => createSchedule({ ...fields, validFrom: at(start) }));
        const quotedAt = at(quotedAfter);
        const [inForce] = schedules
          .filter(({ validFrom }) => validFrom <= quotedAt)
          .sort((a, b) => b.validFrom.getTime() - a.validFrom.getTime());
        const quoted = inForce && payoutTerms(inForce, sendAmount(inForce, input, false), decimals);
        if (!quoted) return;
        const mined = at(quotedAfter + waited + clockSkew);
        const window = quoteWindow(mined, validitySeconds);
        const paid = bestPayoutTerms(schedulesInForce(schedules, window), quoted.send, decimals);
        expect(paid !== null && paid.receive >= quoted.receive).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test('includes the schedule in force when the window opens, and none that ended before', () => {
    const schedules = [0, 100, 200, 300].map((start) => createSchedule({ validFrom: at(start) }));
    const inForce = schedulesInForce(schedules, { from: at(150), to: at(250) });
    expect(inForce.map(({ validFrom }) => validFrom)).toEqual([at(100), at(200)]);
  });
});
