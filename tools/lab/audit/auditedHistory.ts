import type { Address } from 'viem';
import type { ExpectedPayment, ObservedDeposit, RouteTerms } from './expectedPayment.ts';
import { deriveExpectedPayment } from './expectedPayment.ts';

/** The terms of one configuration of the service. */
export type TermsVersion = {
  readonly routes: readonly RouteTerms[];
  /** When the first process started with these terms. They justify no earlier payment. */
  readonly startedMs: number;
  /**
   * When the service had begun to quote them; infinite before. A later deposit must get at least what they give, even if
   * other terms replaced them meanwhile: a test's quotes stay valid until its end.
   */
  quotedMs: number;
};

/** What the configuration was and is. A test that changes the configuration adds to it, and the auditor reads it each time. */
export type AuditedHistory = {
  readonly terms: TermsVersion[];
  /** When a vault became a retired one. It must pay for no later deposit. */
  readonly retirements: Map<Address, number>;
};

/** The history of a configuration that never changes. */
export function startHistory(routes: readonly RouteTerms[]): AuditedHistory {
  return { terms: [{ routes, startedMs: 0, quotedMs: 0 }], retirements: new Map() };
}

/** What the auditor knows about the time of a deposit and of its payment. */
export type DepositTimes = {
  /** The deposit was made after this moment. */
  readonly madeAfterMs: number;
  /** The payment was made before this moment. */
  readonly paidBeforeMs: number;
};

/**
 * The payments that a deposit can lead to, one of which must be made. Terms that were quoted before the deposit are owed, and
 * the best of them is the least that it may get. Terms that came into force afterwards may give more, never less.
 */
export function listAcceptedPayments(
  versions: readonly TermsVersion[],
  deposit: ObservedDeposit,
  { madeAfterMs, paidBeforeMs }: DepositTimes,
): readonly ExpectedPayment[] {
  const started = versions.filter(({ startedMs }) => startedMs <= paidBeforeMs);
  const owed = started.filter(({ quotedMs }) => quotedMs <= madeAfterMs);
  const atLeast = findBestPayout(owed, deposit)?.amount ?? 0n;
  const best = findBestPayout(started, deposit);
  const payouts = best ? [{ ...best, atLeast }] : [];
  return atLeast > 0n ? payouts : [...payouts, deriveExpectedPayment([], deposit)];
}

type Payout = Extract<ExpectedPayment, { kind: 'payout' }>;

function findBestPayout(versions: readonly TermsVersion[], deposit: ObservedDeposit): Payout | null {
  let best: Payout | null = null;
  for (const { routes } of versions) {
    const payment = deriveExpectedPayment(routes, deposit);
    if (payment.kind === 'payout' && (best === null || payment.amount > best.amount)) best = payment;
  }
  return best;
}
