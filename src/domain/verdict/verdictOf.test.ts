import { describe, expect, it } from 'vitest';
import { everyFact } from '../../../lab/web/everyFact.ts';
import type { Facts } from './facts.ts';
import { paceOf } from './pace.ts';
import type { VerdictKind } from './verdict.ts';
import { isMoving, standings, toneOf } from './verdict.ts';
import { verdictOf } from './verdictOf.ts';

const BEFORE_DEPOSIT: ReadonlySet<string> = new Set([
  ...['approvalNeeded', 'readyToSign', 'notSeen', 'inWallet', 'walletSilent', 'awaitingSigners', 'ended'],
]);
const facts: Facts = {
  deposit: { kind: 'mined' },
  service: { kind: 'unknown' },
  payout: { kind: 'none' },
  refund: { kind: 'none' },
  pace: null,
};
const progress = (step: 'held' | 'sent' | 'refunding' | null, reason: 'funds_short' | null = null) =>
  ({ kind: 'inProgress', report: { step, reason, message: 'What?' }, confirmations: null }) as const;

type Rule = (one: Facts, kind: VerdictKind) => boolean;
const isProven = ({ payout, refund }: Facts) => payout.kind === 'proven' || refund.kind === 'proven';
const differs = ({ payout, refund }: Facts) => payout.kind === 'mismatch' || refund.kind === 'mismatch';

/** What must hold for every combination of facts. */
const rules: Readonly<Record<string, Rule>> = {
  'a delivery is exactly a proven payout': ({ payout }, kind) => (kind === 'delivered') === (payout.kind === 'proven'),
  'a refund is exactly a proven refund without a payout': ({ payout, refund }, kind) =>
    (kind === 'refunded') === (refund.kind === 'proven' && payout.kind !== 'proven'),
  'a payment that differs is never hidden and never made up': (one, kind) =>
    isProven(one) || (kind === 'payoutDiffers' || kind === 'refundDiffers') === differs(one),
  'nothing is under way before a deposit': (one, kind) =>
    isProven(one) || differs(one) || !BEFORE_DEPOSIT.has(one.deposit.kind) || kind === one.deposit.kind,
  'late is what the clock says': ({ pace }, kind) =>
    kind === 'late' ? pace?.isLate === true : kind !== 'inProgress' || pace?.isLate !== true,
};

const allRules = Object.values(rules);
// More than a hundred thousand, judged once for all tests.
const judged = everyFact().map((one) => ({ one, verdict: verdictOf(one) }));

function brokenRules(one: Facts): readonly string[] {
  const { kind } = verdictOf(one);
  return Object.keys(rules).filter((name) => !rules[name]?.(one, kind));
}

describe('verdictOf', () => {
  it('gives every combination of facts one verdict that contradicts none of them, and reaches each verdict', () => {
    const broken = judged.filter(({ one, verdict }) => !allRules.every((holds) => holds(one, verdict.kind)));
    expect(broken.slice(0, 3).map(({ one }) => ({ one, rules: brokenRules(one) }))).toEqual([]);
    const reached = new Set(judged.map(({ verdict }) => verdict.kind));
    expect([...reached].sort()).toEqual(Object.keys(standings).sort());
    expect(judged.length).toBeGreaterThan(100_000);
  });

  it('has good news only with a proof', () => {
    const good = judged.filter(({ verdict }) => toneOf(verdict) === 'good');
    expect(good.every(({ one }) => isProven(one))).toBe(true);
  });

  it('says that a transfer that the service holds is held, however late', () => {
    const pace = paceOf({ sinceMs: 0, nowMs: 3 * 3_600_000, usualSeconds: 120 });
    expect(verdictOf({ ...facts, service: progress('held'), pace }).kind).toBe('held');
    expect(verdictOf({ ...facts, service: progress('refunding'), pace }).kind).toBe('refunding');
    expect(verdictOf({ ...facts, service: progress('sent', 'funds_short'), pace }).kind).toBe('delayed');
    expect(verdictOf({ ...facts, service: progress('sent'), pace }).kind).toBe('late');
    expect(verdictOf({ ...facts, pace }).kind).toBe('late');
  });

  it('believes no chain-less word of the service', () => {
    const service = { kind: 'paid' } as const;
    expect(verdictOf({ ...facts, deposit: { kind: 'reverted' }, service }).kind).toBe('sourcesDisagree');
    expect(verdictOf({ ...facts, deposit: { kind: 'nowhere', chainNames: [] }, service }).kind).toBe('sourcesDisagree');
    expect(verdictOf({ ...facts, service }).kind).toBe('verifyingPayout');
  });

  it("shows the service's sentence only where no code says the same", () => {
    expect(verdictOf({ ...facts, service: progress(null) })).toMatchObject({ cause: { message: 'What?' } });
    expect(verdictOf({ ...facts, service: progress('sent') })).toMatchObject({ cause: { message: null } });
  });
});

describe('paceOf', () => {
  it.each([
    [{ usualSeconds: 120, seconds: 239 }, false],
    [{ usualSeconds: 120, seconds: 240 }, true],
    [{ usualSeconds: 5, seconds: 64 }, false],
    [{ usualSeconds: 5, seconds: 65 }, true],
    [{ usualSeconds: null, seconds: 1_799 }, false],
    [{ usualSeconds: null, seconds: 1_800 }, true],
  ])('of %o is late: %s', ({ usualSeconds, seconds }, isLate) => {
    const pace = paceOf({ sinceMs: 5_000, nowMs: 5_000 + seconds * 1000, usualSeconds });
    expect(pace).toEqual({ elapsedSeconds: seconds, usualSeconds, isLate });
  });

  it('never goes below zero, because the clock of a chain may be ahead', () => {
    expect(paceOf({ sinceMs: 9_000, nowMs: 5_000, usualSeconds: null }).elapsedSeconds).toBe(0);
  });
});

describe('isMoving', () => {
  it('shows no motion while a transfer waits for a person', () => {
    const still = new Set(judged.filter(({ verdict }) => !isMoving(verdict)).map(({ verdict }) => verdict.kind));
    for (const kind of ['held', 'paused', 'waitingForFunds', 'readyToSign', 'delivered'] as const) {
      expect(still).toContain(kind);
    }
    for (const kind of ['inWallet', 'inProgress', 'late', 'verifyingPayout', 'refunding'] as const) {
      expect(still).not.toContain(kind);
    }
  });
});
