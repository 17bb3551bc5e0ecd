import type { Address, Hash, Hex } from 'viem';
import { assertNever } from '#shared/assertNever.ts';
import type { Shortfall } from './proof.ts';

/** What was reviewed and may be signed: frozen when the person confirms, kept for as long as the transfer is. */
export type TransferTerms = {
  readonly id: string;
  /** Milliseconds since 1970, by this device's clock: for people, no rule reads it. */
  readonly createdAt: number;
  readonly account: Address;
  readonly recipient: Address;
  readonly tokenName: string;
  readonly origin: {
    readonly chainId: number;
    readonly chainName: string;
    readonly token: Address;
    readonly decimals: number;
  };
  readonly destination: {
    readonly chainId: number;
    readonly chainName: string;
    readonly token: Address;
    readonly decimals: number;
  };
  readonly send: bigint;
  readonly receive: bigint;
  readonly deposit: { readonly to: Address; readonly data: Hex; readonly value: bigint };
  readonly maker: Address;
  readonly resetsAllowance: boolean;
};

/** Noted before the wallet opened, so that the chain can tell afterwards what became of it. */
export type Attempt = { readonly nonce: number; readonly fromBlock: bigint };

/** What makes a sent deposit worthless; in every case but `noDeposit` and `failedByService` the money never left. */
export type FailureKind = 'reverted' | 'cancelled' | 'otherChain' | 'noDeposit' | 'failedByService';

/** Transfers from before attempts were kept have none. */
type Sent = { readonly terms: TransferTerms; readonly attempt: Attempt | null; readonly hash: Hash };

export type Transfer =
  | { readonly status: 'approving'; readonly terms: TransferTerms; readonly approvalHash: Hash | null }
  | { readonly status: 'readyToSign'; readonly terms: TransferTerms }
  | { readonly status: 'signing'; readonly terms: TransferTerms; readonly attempt: Attempt }
  | ({ readonly status: 'sent' } & Sent)
  | ({ readonly status: 'deposited'; readonly step: string } & Sent)
  /** The service says that it paid; the destination chain has not been asked or did not answer yet. */
  | ({ readonly status: 'reported'; readonly payoutHash: Hash; readonly claimed: bigint } & Sent)
  /** Seen on the destination chain by this app itself. */
  | ({ readonly status: 'delivered'; readonly payoutHash: Hash; readonly received: bigint } & Sent)
  /** The destination chain tells something else than the service. */
  | ({ readonly status: 'disputed'; readonly payoutHash: Hash; readonly shortfalls: readonly Shortfall[] } & Sent)
  | ({ readonly status: 'failed'; readonly kind: FailureKind; readonly message: string } & Sent)
  | { readonly status: 'abandoned'; readonly terms: TransferTerms };

export type TransferEvent =
  | { readonly type: 'approvalSent'; readonly hash: Hash }
  | { readonly type: 'allowanceReady' }
  | { readonly type: 'walletOpened'; readonly attempt: Attempt }
  /** The person said no, or the chain shows that nothing was or can be mined: nothing was signed. */
  | { readonly type: 'notSigned' }
  | { readonly type: 'depositSent'; readonly hash: Hash }
  /** The wallet sped it up, or its hash was not the chain's: the deposit is this transaction. */
  | { readonly type: 'depositFound'; readonly hash: Hash }
  | { readonly type: 'depositMined' }
  | { readonly type: 'depositFailed'; readonly kind: Exclude<FailureKind, 'failedByService'>; readonly message: string }
  | { readonly type: 'stepReported'; readonly step: string }
  | { readonly type: 'payoutReported'; readonly payoutHash: Hash; readonly claimed: bigint }
  | { readonly type: 'failureReported'; readonly message: string }
  | { readonly type: 'deliveryProven'; readonly received: bigint }
  | { readonly type: 'deliveryDisputed'; readonly shortfalls: readonly Shortfall[] }
  | { readonly type: 'abandoned' };

const ENDED: ReadonlySet<Transfer['status']> = new Set(['delivered', 'disputed', 'failed', 'abandoned']);

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
    case 'delivered':
    case 'disputed':
    case 'failed':
    case 'abandoned':
      return transfer;
    default:
      return assertNever(transfer);
  }
}

type In<S extends Transfer['status']> = Extract<Transfer, { status: S }>;

function fromApproving(transfer: In<'approving'>, event: TransferEvent): Transfer {
  if (event.type === 'approvalSent') return { ...transfer, approvalHash: event.hash };
  if (event.type === 'allowanceReady') return { status: 'readyToSign', terms: transfer.terms };
  // Permission and deposit in one confirmation (EIP-5792).
  if (event.type === 'walletOpened') return { status: 'signing', terms: transfer.terms, attempt: event.attempt };
  if (event.type === 'abandoned') return { status: 'abandoned', terms: transfer.terms };
  return transfer;
}

function fromReadyToSign(transfer: In<'readyToSign'>, event: TransferEvent): Transfer {
  if (event.type === 'walletOpened') return { status: 'signing', terms: transfer.terms, attempt: event.attempt };
  if (event.type === 'abandoned') return { status: 'abandoned', terms: transfer.terms };
  return transfer;
}

function fromSigning(transfer: In<'signing'>, event: TransferEvent): Transfer {
  const { terms, attempt } = transfer;
  if (event.type === 'depositSent' || event.type === 'depositFound') {
    return { status: 'sent', terms, attempt, hash: event.hash };
  }
  if (event.type === 'notSigned') return { status: 'readyToSign', terms };
  return transfer;
}

function fromTravelling(transfer: In<'sent' | 'deposited'>, event: TransferEvent): Transfer {
  const sent: Sent = { terms: transfer.terms, attempt: transfer.attempt, hash: transfer.hash };
  switch (event.type) {
    case 'depositFound':
      return { status: 'sent', ...sent, hash: event.hash };
    case 'depositMined':
      return transfer.status === 'sent' ? { status: 'deposited', ...sent, step: '' } : transfer;
    case 'depositFailed':
      return { status: 'failed', ...sent, kind: event.kind, message: event.message };
    case 'stepReported':
      return { status: 'deposited', ...sent, step: event.step };
    case 'payoutReported':
      return { status: 'reported', ...sent, payoutHash: event.payoutHash, claimed: event.claimed };
    case 'failureReported':
      return { status: 'failed', ...sent, kind: 'failedByService', message: event.message };
    default:
      return transfer;
  }
}

function fromReported(transfer: In<'reported'>, event: TransferEvent): Transfer {
  const { terms, attempt, hash, payoutHash } = transfer;
  if (event.type === 'deliveryProven') {
    return { status: 'delivered', terms, attempt, hash, payoutHash, received: event.received };
  }
  if (event.type === 'deliveryDisputed') {
    return { status: 'disputed', terms, attempt, hash, payoutHash, shortfalls: event.shortfalls };
  }
  return transfer;
}
