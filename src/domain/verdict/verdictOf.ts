import type { StatusReport } from '#client/receipt.ts';
import { assertNever } from '#shared/assertNever.ts';
import type { DepositFact, Facts, ServiceFact } from './facts.ts';
import type { Cause, Verdict } from './verdict.ts';

const NO_CAUSE: Cause = { reason: null, message: null };

function causeOf({ step, reason, message }: StatusReport): Cause {
  // The sentence is in a language that the service chose, so it shows only where no code says the same.
  return { reason, message: step === null && reason === null && message.trim() !== '' ? message : null };
}

/** A chain's own word comes first: the service can neither claim nor hide a payment. */
function fromPayments({ payout, refund, service }: Facts): Verdict | null {
  if (payout.kind === 'proven') return { kind: 'delivered', received: payout.received };
  const cause = 'report' in service ? causeOf(service.report) : NO_CAUSE;
  if (refund.kind === 'proven') return { kind: 'refunded', refunded: refund.refunded, cause };
  if (payout.kind === 'mismatch') return { kind: 'payoutDiffers', shortfalls: payout.shortfalls };
  if (refund.kind === 'mismatch') return { kind: 'refundDiffers', shortfalls: refund.shortfalls };
  return null;
}

type Ask = Extract<ServiceFact, { readonly kind: 'inProgress' | 'failed' | 'paid' }>;

const knowsTransfer = (service: ServiceFact): service is Ask =>
  service.kind === 'inProgress' || service.kind === 'failed' || service.kind === 'paid';

/** The deposit as the chains show it. Null while they show a mined deposit, or have nothing to say against the service. */
function fromDeposit(deposit: DepositFact, service: ServiceFact): Verdict | null {
  switch (deposit.kind) {
    case 'approvalNeeded':
    case 'readyToSign':
    case 'notSeen':
    case 'inWallet':
    case 'walletSilent':
    case 'awaitingSigners':
    case 'ended':
      return { kind: deposit.kind };
    case 'otherChain':
      return { kind: 'wrongChain', foundOn: deposit.foundOn };
    case 'cancelled':
      return { kind: 'depositCancelled' };
    case 'reverted':
      return { kind: knowsTransfer(service) ? 'sourcesDisagree' : 'depositReverted' };
    case 'otherTransaction':
      return { kind: knowsTransfer(service) ? 'sourcesDisagree' : 'notThisDeposit' };
    case 'nowhere':
      if (knowsTransfer(service)) return { kind: 'sourcesDisagree' };
      return service.kind === 'unknown' ? { kind: 'notFound', chainNames: deposit.chainNames } : null;
    case 'incomplete':
      return service.kind === 'unknown' ? { kind: 'searchIncomplete', chainNames: deposit.chainNames } : null;
    case 'searching':
      return knowsTransfer(service) ? null : { kind: 'searching' };
    case 'pending':
      return knowsTransfer(service) ? null : { kind: 'depositPending' };
    case 'mined':
      return null;
    default:
      return assertNever(deposit);
  }
}

type InProgress = Extract<ServiceFact, { readonly kind: 'inProgress' }>;

function onItsWay({ service, pace }: Facts, reported: InProgress | null): Verdict {
  const cause = reported ? causeOf(reported.report) : NO_CAUSE;
  return {
    kind: pace?.isLate ? 'late' : 'inProgress',
    step: reported?.report.step ?? null,
    confirmations: reported?.confirmations ?? null,
    cause,
    isReported: service.kind === 'inProgress',
    pace,
  };
}

function fromProgress(facts: Facts, service: InProgress): Verdict {
  const { report } = service;
  const cause = causeOf(report);
  const { pace } = facts;
  switch (report.step) {
    case 'held':
    case 'paused':
      return { kind: report.step, cause, pace };
    case 'waiting_for_funds':
      return { kind: 'waitingForFunds', cause, pace };
    case 'refunding':
      return { kind: 'refunding', cause };
    case 'refunded':
      return refundUnderway(facts, cause);
    case 'closed':
      return { kind: 'closed', cause };
    case 'signing':
    case 'sent':
      return report.reason === null ? onItsWay(facts, service) : { kind: 'delayed', cause, pace };
    case 'seen':
    case 'confirming':
    case null:
      return onItsWay(facts, service);
    default:
      return assertNever(report.step);
  }
}

const gapOf = ({ refund }: Facts) => (refund.kind === 'unproven' ? refund.gap : null);

function refundUnderway(facts: Facts, cause: Cause): Verdict {
  if (facts.refund.kind === 'unread') return { kind: 'refundReported' };
  return { kind: 'verifyingRefund', cause, gap: gapOf(facts) };
}

function fromFailure(facts: Facts, report: StatusReport): Verdict {
  const cause = causeOf(report);
  const gap = gapOf(facts);
  // The chain shows the refund, and only its finality is missing.
  if (report.step === 'refunded' || gap?.code === 'refundNotFinal') return refundUnderway(facts, cause);
  if (report.step === 'refunding') return { kind: 'refunding', cause };
  if (report.step === 'held') return { kind: 'refundHeld', cause };
  return { kind: report.step === 'closed' ? 'closed' : 'notDelivered', cause };
}

function fromService(facts: Facts): Verdict {
  const { service, payout, pace } = facts;
  switch (service.kind) {
    case 'paid':
      if (payout.kind === 'unread') return { kind: 'payoutReported' };
      return { kind: 'verifyingPayout', gap: payout.kind === 'unproven' ? payout.gap : null, pace };
    case 'failed':
      return fromFailure(facts, service.report);
    case 'inProgress':
      return fromProgress(facts, service);
    case 'silent':
      return { kind: 'serviceSilent' };
    case 'refused':
      return { kind: 'noReceipt', cause: { reason: null, message: service.message.trim() || null } };
    case 'unasked':
      return { kind: 'unchecked' };
    case 'unknown':
      return onItsWay(facts, null);
    default:
      return assertNever(service);
  }
}

/** Decides the one verdict: first what the chains prove, then the deposit, then what the service says. */
export function verdictOf(facts: Facts): Verdict {
  return fromPayments(facts) ?? fromDeposit(facts.deposit, facts.service) ?? fromService(facts);
}
