import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RateLimit } from './callRate.ts';
import { takeTokens } from './callRate.ts';

const limits = fc.record({ perSecond: fc.integer({ min: 1, max: 1000 }), burst: fc.integer({ min: 1, max: 500 }) });
const gaps = fc.array(fc.double({ min: 0, max: 3000, noNaN: true }), { minLength: 1, maxLength: 300 });

const takeToken = (limit: RateLimit, fullAt: number, now: number) => takeTokens(limit, fullAt, { now, count: 1 });

function admittedTimes(limit: RateLimit, waits: readonly number[]): number[] {
  let now = 0;
  let fullAt = 0;
  return waits.flatMap((wait) => {
    now += wait;
    const result = takeToken(limit, fullAt, now);
    if (!result.ok) return [];
    fullAt = result.fullAt;
    return [now];
  });
}

describe('a token bucket', () => {
  test('admits exactly the burst at once', () => {
    fc.assert(
      fc.property(limits, (limit) => {
        expect(admittedTimes(limit, Array(limit.burst + 5).fill(0))).toHaveLength(limit.burst);
      }),
    );
  });

  test('admits in any interval at most the burst plus the rate', () => {
    fc.assert(
      fc.property(limits, gaps, (limit, waits) => {
        const times = admittedTimes(limit, waits);
        times.forEach((start, first) => {
          times.slice(first).forEach((end, index) => {
            expect(index + 1).toBeLessThanOrEqual(limit.burst + ((end - start) / 1000) * limit.perSecond + 0.001);
          });
        });
      }),
    );
  });

  test('admits a request after the returned wait', () => {
    fc.assert(
      fc.property(limits, fc.double({ min: 0, max: 1e9, noNaN: true }), (limit, start) => {
        let fullAt = 0;
        let result = takeToken(limit, fullAt, start);
        while (result.ok) {
          fullAt = result.fullAt;
          result = takeToken(limit, fullAt, start);
        }
        expect(takeToken(limit, fullAt, start + result.waitMs).ok).toBe(true);
        expect(takeToken(limit, fullAt, start + result.waitMs / 2).ok).toBe(false);
      }),
    );
  });

  test('never refuses a client within the rate', () => {
    fc.assert(
      fc.property(limits, fc.nat({ max: 300 }), (limit, count) => {
        expect(admittedTimes(limit, Array(count).fill(1000 / limit.perSecond))).toHaveLength(count);
      }),
    );
  });

  test('counts several tokens like taking one several times', () => {
    fc.assert(
      fc.property(limits, fc.integer({ min: 1, max: 500 }), (limit, count) => {
        const isGranted = takeTokens(limit, 0, { now: 0, count }).ok;
        expect(isGranted).toBe(admittedTimes(limit, Array(count).fill(0)).length === count);
      }),
    );
  });
});
