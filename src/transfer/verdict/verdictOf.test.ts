import { describe, expect, it } from 'vitest';
import { everyFact } from '../../../tools/lab/web/everyFact.ts';
import type { Facts } from './facts.ts';
import { stepsOf } from './stepsOf.ts';
import type { TransferVerdict, VerdictKind } from './verdict.ts';
import { timingOf } from './verdict.ts';
import { aboutVerdict, verdictKinds } from './verdictKinds.ts';
import { verdictOf } from './verdictOf.ts';

/** Kinds that only a hash without a deposit has. */
const OF_HASHES = [
  ...['dropped', 'endpointsDisagree', 'failedPayment', 'notFound', 'outOfGas', 'payment', 'reorgedAway', 'replaced'],
  ...['rpcSilent', 'sentToAccount', 'sentToVault', 'wrongContract'],
];
const BEFORE_DEPOSIT: ReadonlySet<string> = new Set([
  ...['approvalNeeded', 'readyToSign', 'notSeen', 'inWallet', 'walletSilent', 'awaitingSigners', 'ended'],
]);
const AFTER_DEPOSIT: ReadonlySet<string> = new Set(['mined', 'dust', 'unknownRoute']);
const WAITING: ReadonlySet<string> = new Set(['inProgress', 'late', 'held', 'serviceSilent', 'noReceipt', 'dustKept']);
const facts: Facts = {
  deposit: { kind: 'mined' },
  service: { kind: 'unknown' },
  payout: { kind: 'none' },
  refund: { kind: 'none' },
  timing: null,
};
const progress = (step: 'held' | 'sent' | 'confirming' | 'refunding' | null, reason: 'funds_short' | null = null) =>
  ({
    kind: 'inProgress',
    report: { step, reason, message: 'What?' },
    confirmations: null,
    hasNewStep: false,
  }) as const;

type Rule = (one: Facts, kind: VerdictKind) => boolean;
const isProven = ({ payout, refund }: Facts) => payout.kind === 'proven' || refund.kind === 'proven';
const differs = ({ payout, refund }: Facts) => payout.kind === 'mismatch' || refund.kind === 'mismatch';

/** What must hold for every combination of facts. */
const rules: Readonly<Record<string, Rule>> = {
  'a delivery is exactly a proven payout': ({ payout }, kind) =>
    (kind === 'delivered' || kind === 'deliveredOtherAmount') === (payout.kind === 'proven'),
  'deliveredOtherAmount is exactly a delivery whose amount the service states differently': (
    { payout, service },
    kind,
  ) =>
    (kind === 'deliveredOtherAmount') ===
    (payout.kind === 'proven' &&
      service.kind === 'paid' &&
      service.stated !== null &&
      service.stated !== payout.received),
  'a payment that a chain shows never waits for the service': ({ payout, refund, deposit }, kind) =>
    !AFTER_DEPOSIT.has(deposit.kind) ||
    ![payout, refund].some((one) => one.kind === 'unproven' && one.isPaid) ||
    !WAITING.has(kind),
  'a refund is exactly a proven refund without a payout': ({ payout, refund }, kind) =>
    (kind === 'refunded') === (refund.kind === 'proven' && payout.kind !== 'proven'),
  'a payment that differs is never hidden and never invented': (one, kind) =>
    isProven(one) || (kind === 'payoutDiffers' || kind === 'refundDiffers') === differs(one),
  'nothing is under way before a deposit': (one, kind) =>
    isProven(one) || differs(one) || !BEFORE_DEPOSIT.has(one.deposit.kind) || kind === one.deposit.kind,
  'late is what the clock says': ({ timing }, kind) =>
    kind === 'late' ? timing?.isLate === true : kind !== 'inProgress' || timing?.isLate !== true,
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
    const reached = new Set<string>(judged.map(({ verdict }) => verdict.kind));
    expect(
      Object.keys(verdictKinds)
        .filter((kind) => !reached.has(kind))
        .sort(),
    ).toEqual(OF_HASHES);
    expect(judged.length).toBeGreaterThan(100_000);
  });

  it('has good news only with a proof', () => {
    const good = judged.filter(({ verdict }) => aboutVerdict(verdict).tone === 'good');
    expect(good.every(({ one }) => isProven(one))).toBe(true);
  });

  it('says that a transfer that the service holds is held, however late', () => {
    const timing = timingOf({ sinceMs: 0, nowMs: 3 * 3_600_000, usualSeconds: 120 });
    expect(verdictOf({ ...facts, service: progress('held'), timing }).kind).toBe('held');
    expect(verdictOf({ ...facts, service: progress('refunding'), timing }).kind).toBe('refunding');
    expect(verdictOf({ ...facts, service: progress('sent', 'funds_short'), timing }).kind).toBe('delayed');
    expect(verdictOf({ ...facts, service: progress('sent'), timing }).kind).toBe('late');
    expect(verdictOf({ ...facts, timing }).kind).toBe('late');
  });

  it('does not believe the service without support from a chain', () => {
    const service = { kind: 'paid', stated: 5n } as const;
    const reverted = { kind: 'reverted', chainName: 'Northshore', reason: null } as const;
    expect(verdictOf({ ...facts, deposit: reverted, service }).kind).toBe('sourcesDisagree');
    expect(verdictOf({ ...facts, service }).kind).toBe('verifyingPayout');
  });

  it("shows the service's message only if no code says the same", () => {
    expect(verdictOf({ ...facts, service: progress(null) })).toMatchObject({ cause: { message: 'What?' } });
    expect(verdictOf({ ...facts, service: progress('sent') })).toMatchObject({ cause: { message: null } });
  });
});

describe('timingOf', () => {
  it.each([
    [{ usualSeconds: 120, seconds: 239 }, false],
    [{ usualSeconds: 120, seconds: 240 }, true],
    [{ usualSeconds: 5, seconds: 64 }, false],
    [{ usualSeconds: 5, seconds: 65 }, true],
    [{ usualSeconds: null, seconds: 1_799 }, false],
    [{ usualSeconds: null, seconds: 1_800 }, true],
  ])('of %o is late: %s', ({ usualSeconds, seconds }, isLate) => {
    const timing = timingOf({ sinceMs: 5_000, nowMs: 5_000 + seconds * 1000, usualSeconds });
    expect(timing).toEqual({ elapsedSeconds: seconds, usualSeconds, isLate });
  });

  it('never goes below zero, because the clock of a chain may be ahead', () => {
    expect(timingOf({ sinceMs: 9_000, nowMs: 5_000, usualSeconds: null }).elapsedSeconds).toBe(0);
  });
});

describe('what shows of a verdict', () => {
  const stepsIn = (verdict: TransferVerdict) =>
    stepsOf(verdict, { transactions: {}, hasApproval: true }).map(({ status }) => status);

  it('has no motion while a transfer waits for a person', () => {
    for (const kind of ['held', 'paused', 'waitingForFunds', 'readyToSign', 'delivered'] as const) {
      expect(verdictKinds[kind].isMoving, kind).toBeUndefined();
    }
    for (const kind of ['inWallet', 'inProgress', 'late', 'verifyingPayout', 'refunding'] as const) {
      expect(verdictKinds[kind].isMoving, kind).toBe(true);
    }
  });

  it('has no running step after the end, and at most one before it', () => {
    for (const { verdict } of judged) {
      const active = stepsIn(verdict).filter((status) => status === 'active').length;
      const { status, isFinal = false } = aboutVerdict(verdict);
      const isEnd = isFinal || status === 'good' || verdict.kind === 'ended' || verdict.kind === 'dustKept';
      if (active > (isEnd ? 0 : 1)) expect.fail(`${verdict.kind}: ${active} running steps`);
    }
  });

  it('has no step that begins before the previous one is done', () => {
    for (const { verdict } of judged) {
      const [approval, deposit, confirmations, payout, refund] = stepsIn(verdict);
      const order = [approval, deposit, confirmations, payout];
      const begun = order.findLastIndex((status) => status !== 'todo');
      if (!order.slice(0, Math.max(0, begun)).every((status) => status === 'done')) expect.fail(verdict.kind);
      if (refund !== undefined && payout !== 'failed') expect.fail(verdict.kind);
    }
  });

  it('has the payout under way once the bridge has sent it, or says that it is next', () => {
    const sent = verdictOf({ ...facts, service: progress('sent') });
    expect(stepsIn(sent)).toEqual(['done', 'done', 'done', 'active']);
    expect(stepsIn(verdictOf({ ...facts, service: progress('confirming') }))).toEqual([
      'done',
      'done',
      'active',
      'todo',
    ]);
  });
});
