import type { StatusReport } from '#client/receipt.ts';
import { assertNever } from '#shared/assertNever.ts';
import type { DepositFact, Facts, ServiceFact } from './facts.ts';
import type { Cause, TransferVerdict } from './verdict.ts';
import { NO_CAUSE } from './verdict.ts';

function causeOf({ step, reason, message }: StatusReport): Cause {
  // The message is in a language that the service chose, so it is shown only if no code says the same.
  return { reason, message: step === null && reason === null && message.trim() !== '' ? message : null };
}

const causeIn = (service: ServiceFact): Cause => ('report' in service ? causeOf(service.report) : NO_CAUSE);

/** Why the service refunded. The reason of an earlier step, such as a wait, does not explain a refund. */
function causeOfRefund(service: ServiceFact): Cause {
  const isRefund =
    service.kind === 'failed' ||
    (service.kind === 'inProgress' && (service.report.step === 'refunding' || service.report.step === 'refunded'));
  return isRefund ? causeIn(service) : NO_CAUSE;
}

/** What a chain shows comes first: the service can neither fake nor hide a payment. */
function fromPayments({ payout, refund, service }: Facts): TransferVerdict | null {
  if (payout.kind === 'proven') {
    const { received } = payout;
    const stated = service.kind === 'paid' ? service.stated : null;
    return stated === null || stated === received
      ? { kind: 'delivered', received }
      : { kind: 'deliveredOtherAmount', received, stated };
  }
  if (refund.kind === 'proven') return { kind: 'refunded', refunded: refund.refunded, cause: causeOfRefund(service) };
  if (payout.kind === 'mismatch') return { kind: 'payoutDiffers', shortfalls: payout.shortfalls };
  if (refund.kind === 'mismatch') return { kind: 'refundDiffers', shortfalls: refund.shortfalls };
  return null;
}

type KnownTransfer = Extract<ServiceFact, { readonly kind: 'inProgress' | 'failed' | 'paid' }>;

const knowsTransfer = (service: ServiceFact): service is KnownTransfer =>
  service.kind === 'inProgress' || service.kind === 'failed' || service.kind === 'paid';

/** The deposit before it is mined, or a transaction that isn't one. Null if nothing contradicts the service. */
function fromDeposit(deposit: DepositFact, service: ServiceFact): TransferVerdict | null {
  switch (deposit.kind) {
    case 'approvalNeeded':
    case 'readyToSign':
    case 'notSeen':
    case 'inWallet':
    case 'walletSilent':
    case 'awaitingSigners':
    case 'ended':
      return deposit;
    case 'otherChain':
      return { kind: 'wrongChain', chainName: deposit.foundOn, meantFor: deposit.meantFor, moved: [] };
    case 'cancelled':
      return deposit;
    case 'reverted':
      return knowsTransfer(service) ? { kind: 'sourcesDisagree' } : deposit;
    case 'otherTransaction':
      return knowsTransfer(service) ? { kind: 'sourcesDisagree' } : { kind: 'noDeposit', chainName: deposit.chainName };
    case 'searching':
    case 'pending':
      return knowsTransfer(service) ? null : deposit;
    case 'mined':
    case 'dust':
    case 'unknownRoute':
      return null;
    default:
      return assertNever(deposit);
  }
}

/** A payment that a chain shows before its proof is complete, whatever the service says. */
function fromUnprovenPayments({ payout, refund, service, timing }: Facts): TransferVerdict | null {
  if (payout.kind === 'unproven' && payout.isPaid) return { kind: 'verifyingPayout', gap: payout.gap, timing };
  if (refund.kind !== 'unproven' || !refund.isPaid) return null;
  return { kind: 'verifyingRefund', cause: causeIn(service), gap: refund.gap };
}

/**
 * The service does not store dust. If a refund currently costs more than the deposit, the service tries it again later.
 */
function fromDust({ deposit, service }: Facts): TransferVerdict | null {
  return deposit.kind === 'dust' && service.kind === 'unknown' ? { kind: 'dustKept' } : null;
}

type InProgress = Extract<ServiceFact, { readonly kind: 'inProgress' }>;

/** What looks like progress. The app cannot follow a route that is not configured, or a later version's step. */
function onItsWay({ service, timing, deposit }: Facts, reported: InProgress | null): TransferVerdict {
  const cause = reported ? causeOf(reported.report) : NO_CAUSE;
  if (reported?.hasNewStep) return { kind: 'unknownStep', cause };
  if (!reported && deposit.kind === 'unknownRoute') return { kind: 'unknownRoute' };
  return {
    kind: timing?.isLate ? 'late' : 'inProgress',
    step: reported?.report.step ?? null,
    confirmations: reported?.confirmations ?? null,
    cause,
    isReported: service.kind === 'inProgress',
    timing,
  };
}

function fromProgress(facts: Facts, service: InProgress): TransferVerdict {
  const { report, confirmations } = service;
  const cause = causeOf(report);
  const { timing } = facts;
  switch (report.step) {
    case 'held':
    case 'paused':
      return { kind: report.step, confirmations, cause, timing };
    case 'waiting_for_funds':
      return { kind: 'waitingForFunds', confirmations, cause, timing };
    case 'refunding':
      return { kind: 'refunding', cause };
    case 'refunded':
      return { kind: 'verifyingRefund', cause, gap: gapOf(facts) };
    case 'closed':
      return { kind: 'closed', cause };
    case 'signing':
    case 'sent':
      return report.reason === null ? onItsWay(facts, service) : { kind: 'delayed', confirmations, cause, timing };
    case 'seen':
    case 'confirming':
    case null:
      return onItsWay(facts, service);
    default:
      return assertNever(report.step);
  }
}

const gapOf = ({ refund }: Facts) => (refund.kind === 'unproven' ? refund.gap : null);

function fromFailure(facts: Facts, report: StatusReport): TransferVerdict {
  const cause = causeOf(report);
  const gap = gapOf(facts);
  // The chain shows the refund, but it is not final yet.
  if (report.step === 'refunded' || gap?.code === 'refundNotFinal') return { kind: 'verifyingRefund', cause, gap };
  if (report.step === 'refunding') return { kind: 'refunding', cause };
  if (report.step === 'held') return { kind: 'refundHeld', cause };
  return { kind: report.step === 'closed' ? 'closed' : 'notDelivered', cause };
}

function fromService(facts: Facts): TransferVerdict {
  const { service, payout, timing } = facts;
  switch (service.kind) {
    case 'paid':
      return { kind: 'verifyingPayout', gap: payout.kind === 'unproven' ? payout.gap : null, timing };
    case 'failed':
      return fromFailure(facts, service.report);
    case 'inProgress':
      return fromProgress(facts, service);
    case 'silent':
      return { kind: 'serviceSilent' };
    case 'refused':
      return { kind: 'noReceipt', cause: { reason: null, message: service.message.trim() || null } };
    case 'unknown':
      return onItsWay(facts, null);
    default:
      return assertNever(service);
  }
}

/**
 * Decides the one verdict: first from what the chains prove, then from the deposit, then from what the service says.
 */
export function verdictOf(facts: Facts): TransferVerdict {
  return (
    fromPayments(facts) ??
    fromDeposit(facts.deposit, facts.service) ??
    fromUnprovenPayments(facts) ??
    fromDust(facts) ??
    fromService(facts)
  );
}
