import type { Address, Hash, Hex } from 'viem';
import { assertNever } from '#shared/assertNever.ts';

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

/** What the wallet was about to sign, noted before it opened, so that the chain can tell afterwards what became of it. */
export type Attempt = { readonly nonce: number; readonly fromBlock: bigint };

export type FailureKind = 'reverted' | 'noDeposit' | 'failedByService';

export type Transfer =
  | { readonly status: 'approving'; readonly terms: TransferTerms; readonly approvalHash: Hash | null }
  | { readonly status: 'readyToSign'; readonly terms: TransferTerms }
  | { readonly status: 'signing'; readonly terms: TransferTerms; readonly attempt: Attempt }
  | { readonly status: 'sent'; readonly terms: TransferTerms; readonly hash: Hash }
  | { readonly status: 'deposited'; readonly terms: TransferTerms; readonly hash: Hash; readonly step: string }
  | {
      readonly status: 'delivered';
      readonly terms: TransferTerms;
      readonly hash: Hash;
      readonly payoutHash: Hash;
      readonly received: bigint;
    }
  | {
      readonly status: 'failed';
      readonly terms: TransferTerms;
      readonly hash: Hash;
      readonly kind: FailureKind;
      readonly message: string;
    }
  | { readonly status: 'abandoned'; readonly terms: TransferTerms };

export type TransferEvent =
  | { readonly type: 'approvalSent'; readonly hash: Hash }
  | { readonly type: 'allowanceReady' }
  | { readonly type: 'walletOpened'; readonly attempt: Attempt }
  /** The person said no, or the wallet never took it: nothing was signed. */
  | { readonly type: 'notSigned' }
  | { readonly type: 'depositSent'; readonly hash: Hash }
  | { readonly type: 'depositMined' }
  | { readonly type: 'depositFailed'; readonly kind: 'reverted' | 'noDeposit' }
  | { readonly type: 'stepReported'; readonly step: string }
  | { readonly type: 'payoutReported'; readonly payoutHash: Hash; readonly received: bigint }
  | { readonly type: 'failureReported'; readonly message: string }
  | { readonly type: 'abandoned' };

export function isOpen(transfer: Transfer): boolean {
  return transfer.status !== 'delivered' && transfer.status !== 'failed' && transfer.status !== 'abandoned';
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
    case 'delivered':
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
  if (event.type === 'abandoned') return { status: 'abandoned', terms: transfer.terms };
  return transfer;
}

function fromReadyToSign(transfer: In<'readyToSign'>, event: TransferEvent): Transfer {
  if (event.type === 'walletOpened') return { status: 'signing', terms: transfer.terms, attempt: event.attempt };
  if (event.type === 'abandoned') return { status: 'abandoned', terms: transfer.terms };
  return transfer;
}

function fromSigning(transfer: In<'signing'>, event: TransferEvent): Transfer {
  if (event.type === 'depositSent') return { status: 'sent', terms: transfer.terms, hash: event.hash };
  if (event.type === 'notSigned') return { status: 'readyToSign', terms: transfer.terms };
  return transfer;
}

function fromTravelling(transfer: In<'sent' | 'deposited'>, event: TransferEvent): Transfer {
  const { terms, hash } = transfer;
  switch (event.type) {
    case 'depositMined':
      return transfer.status === 'sent' ? { status: 'deposited', terms, hash, step: '' } : transfer;
    case 'depositFailed':
      return { status: 'failed', terms, hash, kind: event.kind, message: '' };
    case 'stepReported':
      return { status: 'deposited', terms, hash, step: event.step };
    case 'payoutReported':
      return { status: 'delivered', terms, hash, payoutHash: event.payoutHash, received: event.received };
    case 'failureReported':
      return { status: 'failed', terms, hash, kind: 'failedByService', message: event.message };
    default:
      return transfer;
  }
}
