import type { Hash } from 'viem';
import { assertNever } from '#shared/assertNever.ts';
import type { Shortfall } from './proof.ts';
import type { RefundProof } from './refund.ts';
import type { TransferTerms } from './transferTerms.ts';

/**
 * Noted before the wallet opened, so that the chain can tell afterwards what became of it. `nonce` is the least that the
 * wallet can have used: a node that lags, or does not see the wallet's other transactions, tells too little.
 */
export type Attempt = { readonly nonce: number; readonly fromBlock: bigint };

/** What makes a sent deposit worthless; in every case but `noDeposit` and `failedByService` the money never left. */
export type FailureKind = 'reverted' | 'cancelled' | 'otherChain' | 'noDeposit' | 'failedByService';

/** What the origin chain showed of a refund so far: something else than one, or none yet. */
export type RefundFinding = Exclude<RefundProof, { kind: 'proven' }>;

/** Transfers from before attempts were kept have none. */
type Sent = {
  readonly terms: TransferTerms;
  readonly attempt: Attempt | null;
  readonly hash: Hash;
  /** The nonce of the transaction itself, once a node has shown it. */
  readonly nonce: number | null;
};

export type Transfer =
  | { readonly status: 'approving'; readonly terms: TransferTerms; readonly approvalHash: Hash | null }
  /** With an attempt: a wallet was opened before and nothing came of it, as far as the chain tells. It is looked for still. */
  | { readonly status: 'readyToSign'; readonly terms: TransferTerms; readonly attempt: Attempt | null }
  | { readonly status: 'signing'; readonly terms: TransferTerms; readonly attempt: Attempt }
  | ({ readonly status: 'sent' } & Sent)
  | ({ readonly status: 'deposited'; readonly step: string } & Sent)
  /** The service says that it paid; the destination chain has not been asked or did not answer yet. */
  | ({ readonly status: 'reported'; readonly payoutHash: Hash; readonly claimed: bigint } & Sent)
  /** Seen on the destination chain by this app itself. */
  | ({ readonly status: 'delivered'; readonly payoutHash: Hash; readonly received: bigint } & Sent)
  /** The destination chain tells something else than the service. */
  | ({ readonly status: 'disputed'; readonly payoutHash: Hash; readonly shortfalls: readonly Shortfall[] } & Sent)
  /** `refund` is null where there is nothing to give back, or nobody looked yet. */
  | ({
      readonly status: 'failed';
      readonly kind: FailureKind;
      readonly message: string;
      readonly refund: RefundFinding | null;
    } & Sent)
  /** The service could not deliver and gave the deposit back: seen on the origin chain by this app itself. */
  | ({
      readonly status: 'refunded';
      readonly message: string;
      readonly refundHash: Hash;
      readonly refunded: bigint;
    } & Sent)
  | { readonly status: 'abandoned'; readonly terms: TransferTerms };

export type TransferEvent =
  | { readonly type: 'approvalSent'; readonly hash: Hash }
  | { readonly type: 'allowanceReady' }
  | { readonly type: 'walletOpened'; readonly attempt: Attempt }
  /** The person said no in the wallet, or the chain shows no trace of a signature. */
  | { readonly type: 'notSigned' }
  | { readonly type: 'depositSent'; readonly hash: Hash }
  /** The wallet sped it up, or its hash was not the chain's: the deposit is this transaction. */
  | { readonly type: 'depositFound'; readonly hash: Hash }
  | { readonly type: 'nonceSeen'; readonly nonce: number }
  | { readonly type: 'depositMined' }
  /** A reorganisation took it out of the chain again. */
  | { readonly type: 'depositUnmined' }
  | { readonly type: 'depositFailed'; readonly kind: Exclude<FailureKind, 'failedByService'>; readonly message: string }
  | { readonly type: 'stepReported'; readonly step: string }
  | { readonly type: 'payoutReported'; readonly payoutHash: Hash; readonly claimed: bigint }
  | { readonly type: 'failureReported'; readonly message: string }
  | { readonly type: 'refundProven'; readonly refundHash: Hash; readonly refunded: bigint }
  | { readonly type: 'refundUnproven'; readonly finding: RefundFinding }
  | { readonly type: 'deliveryProven'; readonly received: bigint }
  | { readonly type: 'deliveryDisputed'; readonly shortfalls: readonly Shortfall[] }
  | { readonly type: 'abandoned' };

const ENDED: ReadonlySet<Transfer['status']> = new Set(['delivered', 'refunded', 'disputed', 'failed', 'abandoned']);

export function isOpen(transfer: Transfer): boolean {
  return !ENDED.has(transfer.status);
}

/** The deposit's hash, from the moment at which there is one. */
export function depositHash(transfer: Transfer): Hash | null {
  return 'hash' in transfer ? transfer.hash : null;
}

/** Total: an event that does not belong to the status changes nothing, so late and doubled answers are harmless. */
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
      return fromTravelling(transfer, event);
    case 'reported':
      return fromReported(transfer, event);
    case 'failed':
      return fromFailed(transfer, event);
    case 'abandoned':
      return fromAbandoned(transfer, event);
    case 'delivered':
    case 'refunded':
    case 'disputed':
      return transfer;
    default:
      return assertNever(transfer);
  }
}

type In<S extends Transfer['status']> = Extract<Transfer, { status: S }>;

/** A hash is taken up wherever there is none yet: a wallet may answer late, whatever was concluded meanwhile. */
function withHash(transfer: Transfer, hash: Hash): Transfer {
  const attempt = 'attempt' in transfer ? transfer.attempt : null;
  return { status: 'sent', terms: transfer.terms, attempt, hash, nonce: null };
}

function fromApproving(transfer: In<'approving'>, event: TransferEvent): Transfer {
  const { terms } = transfer;
  switch (event.type) {
    case 'approvalSent':
      return { ...transfer, approvalHash: event.hash };
    case 'allowanceReady':
      return { status: 'readyToSign', terms, attempt: null };
    // Permission and deposit in one confirmation (EIP-5792).
    case 'walletOpened':
      return { status: 'signing', terms, attempt: event.attempt };
    case 'depositSent':
    case 'depositFound':
      return withHash(transfer, event.hash);
    case 'abandoned':
      return { status: 'abandoned', terms };
    default:
      return transfer;
  }
}

function fromReadyToSign(transfer: In<'readyToSign'>, event: TransferEvent): Transfer {
  const { terms, attempt } = transfer;
  switch (event.type) {
    case 'walletOpened':
      // Blocks since the first attempt stay in view: that one may still turn up.
      return {
        status: 'signing',
        terms,
        attempt: { ...event.attempt, ...(attempt && { fromBlock: attempt.fromBlock }) },
      };
    case 'depositSent':
    case 'depositFound':
      return withHash(transfer, event.hash);
    case 'abandoned':
      return { status: 'abandoned', terms };
    default:
      return transfer;
  }
}

function fromSigning(transfer: In<'signing'>, event: TransferEvent): Transfer {
  const { terms, attempt } = transfer;
  if (event.type === 'depositSent' || event.type === 'depositFound') return withHash(transfer, event.hash);
  if (event.type === 'notSigned') return { status: 'readyToSign', terms, attempt };
  return transfer;
}

function fromAbandoned(transfer: In<'abandoned'>, event: TransferEvent): Transfer {
  return event.type === 'depositSent' || event.type === 'depositFound' ? withHash(transfer, event.hash) : transfer;
}

function sentPart({ terms, attempt, hash, nonce }: Sent): Sent {
  return { terms, attempt, hash, nonce };
}

function fromTravelling(transfer: In<'sent' | 'deposited'>, event: TransferEvent): Transfer {
  const sent = sentPart(transfer);
  switch (event.type) {
    case 'depositFound':
      return { status: 'sent', ...sent, hash: event.hash, nonce: null };
    case 'nonceSeen':
      return { ...transfer, nonce: event.nonce };
    case 'depositMined':
      return transfer.status === 'sent' ? { status: 'deposited', ...sent, step: '' } : transfer;
    case 'depositUnmined':
      return { status: 'sent', ...sent };
    case 'depositFailed':
      return { status: 'failed', ...sent, kind: event.kind, message: event.message, refund: null };
    case 'stepReported':
      return { status: 'deposited', ...sent, step: event.step };
    case 'payoutReported':
      return { status: 'reported', ...sent, payoutHash: event.payoutHash, claimed: event.claimed };
    case 'failureReported':
      return { status: 'failed', ...sent, kind: 'failedByService', message: event.message, refund: null };
    default:
      return transfer;
  }
}

/** The service's word that it failed is followed further: a refund has to be seen, and a word can be wrong. */
function fromFailed(transfer: In<'failed'>, event: TransferEvent): Transfer {
  if (transfer.kind !== 'failedByService') return transfer;
  const sent = sentPart(transfer);
  if (event.type === 'failureReported') return { ...transfer, message: event.message };
  if (event.type === 'refundUnproven') return { ...transfer, refund: event.finding };
  if (event.type === 'refundProven') {
    const { refundHash, refunded } = event;
    return { status: 'refunded', ...sent, message: transfer.message, refundHash, refunded };
  }
  if (event.type === 'payoutReported') {
    return { status: 'reported', ...sent, payoutHash: event.payoutHash, claimed: event.claimed };
  }
  return transfer;
}

function fromReported(transfer: In<'reported'>, event: TransferEvent): Transfer {
  const { payoutHash } = transfer;
  const sent = sentPart(transfer);
  // The service may correct itself before the chain has borne it out.
  if (event.type === 'payoutReported') return { ...transfer, payoutHash: event.payoutHash, claimed: event.claimed };
  if (event.type === 'deliveryProven') return { status: 'delivered', ...sent, payoutHash, received: event.received };
  if (event.type === 'deliveryDisputed') {
    return { status: 'disputed', ...sent, payoutHash, shortfalls: event.shortfalls };
  }
  return transfer;
}
