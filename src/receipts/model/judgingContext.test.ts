import { describe, expect, it } from 'vitest';
import { unpaid } from '../../../tools/lab/web/deskEvidence.ts';
import { registry, routeFor } from '../../../tools/lab/web/fixtures.ts';
import { isDust, judgingContextOf } from './judgingContext.ts';

const routes = [routeFor('USDC'), routeFor('WBTC')];
const { minimum, limits } = judgingContextOf(registry, routes, 0);
const depositMs = Number(unpaid.deposit.timestamp) * 1000;
const of = (amount: bigint) => ({ ...unpaid, deposit: { ...unpaid.deposit, amount } });

describe('isDust', () => {
  it('compares with the smallest minimum of any route of the token', () => {
    expect(minimum(unpaid)).toBe(1_000_000n);
    expect(judgingContextOf(registry, [routeFor('WBTC')], 0).minimum(unpaid)).toBeNull();
  });

  it.each([
    [{ amount: 999n, ageMs: 1_000 }, true],
    [{ amount: 1_000n, ageMs: 1_000 }, false],
    [{ amount: 1_000n, ageMs: 3_600_000 }, true],
    [{ amount: 1_000_000n, ageMs: 3_600_000 }, false],
  ])('judges %o: %s', ({ amount, ageMs }, expected) => {
    expect(isDust(of(amount), { nowMs: depositMs + ageMs, minimum })).toBe(expected);
  });

  it('is false for a paid deposit, and for one that the service knows or is silent about', () => {
    const seen = { nowMs: depositMs + 3_600_000, minimum };
    expect(isDust({ ...of(1n), receipt: 'silent' }, seen)).toBe(false);
    expect(isDust({ ...of(1n), payout: { ...unpaid.payout, kind: 'unread' } }, seen)).toBe(false);
    expect(isDust(of(1n), { ...seen, minimum: () => null })).toBe(false);
  });
});

it("has the limits of a deposit's route", () => {
  expect(limits(unpaid)).toMatchObject({ min: { amount: 1_000_000n, decimals: 6 } });
  expect(limits({ ...unpaid, deposit: { ...unpaid.deposit, destination: 999n } })).toBeNull();
});
