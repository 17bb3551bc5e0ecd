import { describe, expect, it } from 'vitest';
import { unpaid } from '../../../lab/web/deskEvidence.ts';
import { routeFor } from '../../../lab/web/fixtures.ts';
import { isDust, smallestMinimum } from './dust.ts';

const routes = [routeFor('USDC'), routeFor('WBTC')];
const minimum = smallestMinimum(routes, unpaid);
const depositMs = Number(unpaid.deposit.timestamp) * 1000;
const of = (amount: bigint) => ({ ...unpaid, deposit: { ...unpaid.deposit, amount } });

describe('isDust', () => {
  it('compares with the smallest minimum of the token', () => {
    expect(minimum).toBe(1_000_000n);
    expect(smallestMinimum([routeFor('WBTC')], unpaid)).toBeNull();
  });

  it.each([
    [{ amount: 999n, ageMs: 1_000 }, true],
    [{ amount: 1_000n, ageMs: 1_000 }, false],
    [{ amount: 1_000n, ageMs: 3_600_000 }, true],
    [{ amount: 1_000_000n, ageMs: 3_600_000 }, false],
  ])('judges %o: %s', ({ amount, ageMs }, expected) => {
    expect(isDust(of(amount), { nowMs: depositMs + ageMs, minimum })).toBe(expected);
  });

  it('never calls a paid deposit, or one that the service knows or is silent about, dust', () => {
    const seen = { nowMs: depositMs + 3_600_000, minimum };
    expect(isDust({ ...of(1n), receipt: 'silent' }, seen)).toBe(false);
    expect(isDust({ ...of(1n), payout: { ...unpaid.payout, kind: 'unread' } }, seen)).toBe(false);
    expect(isDust(of(1n), { ...seen, minimum: null })).toBe(false);
  });
});
