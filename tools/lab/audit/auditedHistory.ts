import type { Address } from 'viem';
import type { ExpectedPayment, ObservedDeposit, RouteTerms } from './expectedPayment.ts';
import { deriveExpectedPayment } from './expectedPayment.ts';

/** The terms that one configuration of the service sets. */
export type TermsVersion = {
  readonly routes: readonly RouteTerms[];
  /** When the first process started with these terms. They cannot justify an earlier payment. */
  readonly startedMs: number;
  /**
   * When the service began to quote them; infinite until then. A later deposit must get at least what they give, even if other
   * terms have replaced them since: quotes stay valid until the test ends.
   */
  quotedMs: number;
};

/** Past and present configurations. A test that changes the configuration adds to this, and every audit reads it again. */
export type AuditedHistory = {
  readonly terms: TermsVersion[];
  /** When each vault retired. A retired vault must not pay for later deposits. */
  readonly retirements: Map<Address, number>;
};

/** The history of a configuration that never changes. */
export function startHistory(routes: readonly RouteTerms[]): AuditedHistory {
  return { terms: [{ routes, startedMs: 0, quotedMs: 0 }], retirements: new Map() };
}

/** What the auditor knows about when a deposit and its payment were made. */
export type DepositTimes = {
  /** The deposit was made after this time. */
  readonly madeAfterMs: number;
  /** The payment was made before this time. */
  readonly paidBeforeMs: number;
};

/**
 * The acceptable payments for a deposit; exactly one must be made. The depositor is owed the best terms quoted before the
 * deposit. Terms that came into force later may give more, never less.
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
