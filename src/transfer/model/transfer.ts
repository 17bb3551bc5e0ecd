import type { Hash } from 'viem';
import type { Confirmations, RefundClaim, StatusReport } from '#client/receipt.ts';
import { NO_CLAIM } from '#client/receipt.ts';
import { assertNever } from '#shared/assertNever.ts';
import type { ProofGap, Shortfall } from '#shared/payment.ts';
import type { TransferTerms } from './transferTerms.ts';

/**
 * Stored before the wallet opens, so that the app can search the chain for the deposit later. `nonce` is a lower bound:
 * a node may lag behind, or not know the wallet's other pending transactions. `isRefused`: the wallet refused every
 * request so far. Absent until the first has an answer.
 */
export type Attempt = { readonly nonce: number; readonly fromBlock: bigint; readonly isRefused?: boolean };

/** Why a transfer failed. Only with `noDeposit` and `failedByService` can tokens have left the account. */
export type FailureKind = 'reverted' | 'cancelled' | 'otherChain' | 'noDeposit' | 'failedByService';

/** What is wrong with the transaction that the wallet named. The deposit may be in another one. */
export type Doubt = {
  readonly kind: 'reverted' | 'noDeposit' | 'otherChain';
  /** The chain that has the transaction, for `otherChain`. */
  readonly foundOn: string | null;
};

/** What the origin chain shows of a refund: a payment to the depositor with the deposit's id. */
export type RefundProof =
  | { readonly kind: 'proven'; readonly hash: Hash; readonly refunded: bigint }
  | { readonly kind: 'mismatch'; readonly hash: Hash; readonly shortfalls: readonly Shortfall[] }
  /** No refund yet, or no answer from the chain. */
  | { readonly kind: 'unknown'; readonly gap: ProofGap };

/** The last result of a search for the refund: a wrong payment, or none. */
export type RefundFinding = Exclude<RefundProof, { kind: 'proven' }>;

/** `attempt` is null if this browser did not open the wallet for the deposit, or not for it alone. */
type Sent = {
  readonly terms: TransferTerms;
  readonly attempt: Attempt | null;
  readonly hash: Hash;
  /** The nonce of this transaction, once a node has reported it. */
  readonly nonce: number | null;
  /**
   * When the wallet sent the deposit, in milliseconds by this device's clock. For a deposit that the app found later,
   * its block's time; null until the app has read it.
   */
  readonly since: number | null;
};

export type Transfer =
  | { readonly status: 'approving'; readonly terms: TransferTerms; readonly approvalHash: Hash | null }
  /** With an attempt: the wallet was opened before. Its deposit may still appear, so the tracker keeps searching. */
  | { readonly status: 'readyToSign'; readonly terms: TransferTerms; readonly attempt: Attempt | null }
  /** With a proposal: the wallet has the deposit and collects signatures. No transaction has this hash. */
  | {
      readonly status: 'signing';
      readonly terms: TransferTerms;
      readonly attempt: Attempt;
      readonly proposal: Hash | null;
    }
  | ({ readonly status: 'sent'; readonly doubt: Doubt | null } & Sent)
  | ({
      readonly status: 'deposited';
      readonly report: StatusReport | null;
      readonly confirmations: Confirmations | null;
    } & Sent)
  /** The service reports a payout that the app has not proven yet. */
  | ({ readonly status: 'reported'; readonly payoutHash: Hash; readonly claimed: bigint } & Sent)
  /** The app has read the payout from the destination chain. */
  | ({ readonly status: 'delivered'; readonly payoutHash: Hash; readonly received: bigint } & Sent)
  /** The destination chain contradicts the service. Later polls may find the payout. */
  | ({
      readonly status: 'disputed';
      readonly payoutHash: Hash;
      readonly claimed: bigint;
      readonly shortfalls: readonly Shortfall[];
    } & Sent)
  /**
   * `refund` is null if no refund is due, or before the first search. A deposit that appears later reopens the
   * transfer.
   */
  | ({
      readonly status: 'failed';
      readonly kind: FailureKind;
      /** The chain on which the deposit was found, for `otherChain`. */
      readonly foundOn: string | null;
      /** Null unless the service reports the failure. */
      readonly report: StatusReport | null;
      readonly claim: RefundClaim;
      readonly refund: RefundFinding | null;
    } & Sent)
  /** The app has read the refund from the origin chain. */
  | ({
      readonly status: 'refunded';
      readonly report: StatusReport | null;
      readonly refundHash: Hash;
      readonly refunded: bigint;
    } & Sent)
  /** With an attempt: the wallet was opened before, and its deposit may still appear. */
  | { readonly status: 'abandoned'; readonly terms: TransferTerms; readonly attempt: Attempt | null };

export type TransferEvent =
  | { readonly type: 'approvalSent'; readonly hash: Hash }
  | { readonly type: 'allowanceReady' }
  | { readonly type: 'walletOpened'; readonly attempt: Attempt }
  /** A Safe answered with the hash that its owners sign. The deposit follows once enough of them have. */
  | { readonly type: 'proposed'; readonly proposal: Hash }
  /**
   * `refused`: the wallet said so, or was not asked. `notSigned`: the person says so, or the nonce is used without a
   * deposit.
   */
  | { readonly type: 'refused' | 'notSigned' }
  | { readonly type: 'depositSent'; readonly hash: Hash; readonly at: number }
  /** The deposit has this hash: the wallet replaced the transaction, or never reported its hash. */
  | { readonly type: 'depositFound'; readonly hash: Hash }
  | { readonly type: 'nonceSeen'; readonly nonce: number }
  | { readonly type: 'depositDoubted'; readonly doubt: Doubt | null }
  /** `at` is the block's time; null if no node returns it. */
  | { readonly type: 'depositMined'; readonly at: number | null }
  /** A reorg removed the deposit. */
  | { readonly type: 'depositUnmined' }
  /** The chain rules the deposit out. */
  | {
      readonly type: 'depositFailed';
      readonly kind: Exclude<FailureKind, 'failedByService'>;
      readonly foundOn: string | null;
    }
  | {
      readonly type: 'stepReported';
      readonly report: StatusReport | null;
      readonly confirmations: Confirmations | null;
    }
  | { readonly type: 'payoutReported'; readonly payoutHash: Hash; readonly claimed: bigint }
  | { readonly type: 'failureReported'; readonly report: StatusReport; readonly claim: RefundClaim }
  | { readonly type: 'refundProven'; readonly refundHash: Hash; readonly refunded: bigint }
  | { readonly type: 'refundUnproven'; readonly finding: RefundFinding }
  /** `payoutHash` can differ from the reported one: the vaults' own record counts. */
  | { readonly type: 'deliveryProven'; readonly payoutHash: Hash; readonly received: bigint }
  | { readonly type: 'deliveryDisputed'; readonly shortfalls: readonly Shortfall[] }
  | { readonly type: 'abandoned' };

const ENDED: ReadonlySet<Transfer['status']> = new Set(['delivered', 'refunded', 'disputed', 'failed', 'abandoned']);

export function isOpen(transfer: Transfer): boolean {
  return !ENDED.has(transfer.status);
}

export function depositHash(transfer: Transfer): Hash | null {
  return 'hash' in transfer ? transfer.hash : null;
}

/**
 * Applies an event. An event that does not fit the status changes nothing, so late and repeated answers are harmless.
 */
export function transition(transfer: Transfer, event: TransferEvent): Transfer {
  switch (transfer.status) {
    case 'approving':
      return fromApproving(transfer, event);
    case 'readyToSign':
      return fromReadyToSign(transfer, event);
    case 'signing':
      return fromSigning(transfer, event);
    case 'sent':
    case 'deposited':
      return fromSent(transfer, event);
    case 'reported':
    case 'disputed':
      return fromReported(transfer, event);
    case 'failed':
      return fromFailed(transfer, event);
    case 'abandoned':
      return fromAbandoned(transfer, event);
    case 'delivered':
    case 'refunded':
      return transfer;
    default:
      return assertNever(transfer);
  }
}

type WithStatus<S extends Transfer['status']> = Extract<Transfer, { status: S }>;

/** Every status without a hash accepts one, because a wallet may answer late. */
function withHash(transfer: Transfer, found: Extract<TransferEvent, { readonly hash: Hash }>): Transfer {
  const attempt = 'attempt' in transfer ? transfer.attempt : null;
  const since = found.type === 'depositSent' ? found.at : null;
  return { status: 'sent', terms: transfer.terms, attempt, hash: found.hash, nonce: null, since, doubt: null };
}

function fromApproving(transfer: WithStatus<'approving'>, event: TransferEvent): Transfer {
  const { terms } = transfer;
  switch (event.type) {
    case 'approvalSent':
      return { ...transfer, approvalHash: event.hash };
    case 'allowanceReady':
      return { status: 'readyToSign', terms, attempt: null };
    // Approval and deposit in one batch (EIP-5792).
    case 'walletOpened':
      return { status: 'signing', terms, attempt: event.attempt, proposal: null };
    case 'depositSent':
    case 'depositFound':
      return withHash(transfer, event);
    case 'abandoned':
      return { status: 'abandoned', terms, attempt: null };
    default:
      return transfer;
  }
}

function fromReadyToSign(transfer: WithStatus<'readyToSign'>, event: TransferEvent): Transfer {
  const { terms, attempt } = transfer;
  switch (event.type) {
    case 'walletOpened':
      return { status: 'signing', terms, attempt: askedAgain(attempt, event.attempt), proposal: null };
    case 'depositSent':
    case 'depositFound':
      return withHash(transfer, event);
    case 'abandoned':
      return { status: 'abandoned', terms, attempt };
    default:
      return transfer;
  }
}

/** Keeps searching from the first attempt's block. Its deposit may still appear, unless the wallet refused it. */
function askedAgain(first: Attempt | null, attempt: Attempt): Attempt {
  return first ? { ...attempt, fromBlock: first.fromBlock, isRefused: first.isRefused ?? false } : attempt;
}

function answeredWith(attempt: Attempt, answer: 'refused' | 'notSigned'): Attempt {
  return { ...attempt, isRefused: answer === 'refused' && (attempt.isRefused ?? true) };
}

function fromSigning(transfer: WithStatus<'signing'>, event: TransferEvent): Transfer {
  const { terms, attempt } = transfer;
  if (event.type === 'depositSent' || event.type === 'depositFound') return withHash(transfer, event);
  if (event.type === 'notSigned' || event.type === 'refused') {
    return { status: 'readyToSign', terms, attempt: answeredWith(attempt, event.type) };
  }
  if (event.type === 'proposed') return { ...transfer, proposal: event.proposal };
  return transfer;
}

function fromAbandoned(transfer: WithStatus<'abandoned'>, event: TransferEvent): Transfer {
  return event.type === 'depositSent' || event.type === 'depositFound' ? withHash(transfer, event) : transfer;
}

function sentPart({ terms, attempt, hash, nonce, since }: Sent): Sent {
  return { terms, attempt, hash, nonce, since };
}

function fromSent(transfer: WithStatus<'sent' | 'deposited'>, event: TransferEvent): Transfer {
  const sent = sentPart(transfer);
  switch (event.type) {
    case 'depositFound':
      return { status: 'sent', ...sent, hash: event.hash, nonce: null, doubt: null };
    case 'nonceSeen':
      return { ...transfer, nonce: event.nonce };
    case 'depositDoubted':
      return transfer.status === 'sent' ? { ...transfer, doubt: event.doubt } : transfer;
    case 'depositMined':
      return transfer.status === 'sent'
        ? { status: 'deposited', ...sent, since: sent.since ?? event.at, report: null, confirmations: null }
        : transfer;
    case 'depositUnmined':
      return { status: 'sent', ...sent, doubt: null };
    case 'depositFailed':
      return {
        ...{ status: 'failed', ...sent, kind: event.kind, foundOn: event.foundOn },
        ...{ report: null, claim: NO_CLAIM, refund: null },
      };
    case 'stepReported':
      return { status: 'deposited', ...sent, report: event.report, confirmations: event.confirmations };
    case 'payoutReported':
      return { status: 'reported', ...sent, payoutHash: event.payoutHash, claimed: event.claimed };
    case 'failureReported':
      return failedByService(sent, event);
    case 'deliveryProven':
      return transfer.status === 'deposited' ? delivered(sent, event) : transfer;
    default:
      return transfer;
  }
}

function delivered(
  sent: Sent,
  { payoutHash, received }: Extract<TransferEvent, { readonly type: 'deliveryProven' }>,
): Transfer {
  return { status: 'delivered', ...sent, payoutHash, received };
}

function failedByService(sent: Sent, { report, claim }: Extract<TransferEvent, { type: 'failureReported' }>): Transfer {
  return { status: 'failed', ...sent, kind: 'failedByService', foundOn: null, report, claim, refund: null };
}

/** A failure that the service reports is not final: a refund follows, or the service corrects itself. */
function fromFailed(transfer: WithStatus<'failed'>, event: TransferEvent): Transfer {
  const sent = sentPart(transfer);
  if (transfer.kind !== 'failedByService') {
    if (event.type !== 'depositFound') return transfer;
    return { status: 'sent', ...sent, hash: event.hash, nonce: null, since: null, doubt: null };
  }
  if (event.type === 'failureReported') return { ...transfer, report: event.report, claim: event.claim };
  if (event.type === 'refundUnproven') return { ...transfer, refund: event.finding };
  if (event.type === 'refundProven') {
    const { refundHash, refunded } = event;
    return { status: 'refunded', ...sent, report: transfer.report, refundHash, refunded };
  }
  if (event.type === 'payoutReported') {
    return { status: 'reported', ...sent, payoutHash: event.payoutHash, claimed: event.claimed };
  }
  return event.type === 'deliveryProven' ? delivered(sent, event) : transfer;
}

function fromReported(transfer: WithStatus<'reported' | 'disputed'>, event: TransferEvent): Transfer {
  const sent = sentPart(transfer);
  switch (event.type) {
    // The service may replace the payout before it is proven.
    case 'payoutReported':
      return { status: 'reported', ...sent, payoutHash: event.payoutHash, claimed: event.claimed };
    case 'deliveryProven':
      return delivered(sent, event);
    case 'deliveryDisputed': {
      const { payoutHash, claimed } = transfer;
      return { status: 'disputed', ...sent, payoutHash, claimed, shortfalls: event.shortfalls };
    }
    case 'failureReported':
      return failedByService(sent, event);
    default:
      return transfer;
  }
}
