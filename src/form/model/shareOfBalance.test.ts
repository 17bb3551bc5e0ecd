import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gasReserve } from './fees.ts';
import { shareOfBalance } from './shareOfBalance.ts';

const means = { balance: 1_000n, gasReserve: 0n, max: 10_000n, decimals: 6 };

describe('shareOfBalance', () => {
  it('is the whole balance of a token, or a fraction of it', () => {
    expect([25n, 50n, 75n, 100n].map((percent) => shareOfBalance(means, percent))).toEqual([250n, 500n, 750n, 1_000n]);
  });

  it("is at most the route's largest amount", () => {
    expect([25n, 100n].map((percent) => shareOfBalance({ ...means, max: 400n }, percent))).toEqual([250n, 400n]);
  });

  it("leaves the deposit's gas", () => {
    expect(shareOfBalance({ ...means, gasReserve: 300n }, 100n)).toBe(700n);
    expect(shareOfBalance({ ...means, gasReserve: 1_000n }, 100n)).toBe(0n);
    expect(gasReserve(10n ** 9n)).toBe(120_000n * 10n ** 9n);
    expect(gasReserve(null)).toBe(0n);
  });

  it('ends at six decimals, except for the whole balance and for dust', () => {
    const ether = { ...means, balance: 1_234_567_890_123_456_789n, max: 10n ** 30n, decimals: 18 };
    expect(shareOfBalance(ether, 50n)).toBe(617_283_000_000_000_000n);
    expect(shareOfBalance(ether, 100n)).toBe(ether.balance);
    expect(shareOfBalance({ ...ether, balance: 1_000n }, 50n)).toBe(500n);
  });

  it("never needs more than the balance, nor exceeds the route's limit", () => {
    const wei = fc.bigInt({ min: 0n, max: 10n ** 30n });
    const all = fc.record({ balance: wei, gasReserve: wei, max: wei, decimals: fc.nat(24) });
    fc.assert(
      fc.property(all, fc.constantFrom(25n, 50n, 75n, 100n), (some, percent) => {
        const amount = shareOfBalance(some, percent);
        expect(amount).toBeGreaterThanOrEqual(0n);
        expect(amount).toBeLessThanOrEqual(some.max);
        if (amount > 0n) expect(amount + some.gasReserve).toBeLessThanOrEqual(some.balance);
      }),
    );
  });
});
