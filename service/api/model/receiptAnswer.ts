import type { Address, Hash } from 'viem';
import { formatAmount, NATIVE_DECIMALS } from '#shared/amount.ts';
import { assertNever } from '#shared/assertNever.ts';
import { splitTarget } from '#shared/gasDrop.ts';
import { parseHash } from '#shared/hash.ts';
import type { ReceiptFailureCode } from '#shared/wire/codes.ts';
import { codes } from '#shared/wire/codes.ts';
import type { Details } from '#shared/wire/details.ts';
import { NO_DETAILS } from '#shared/wire/details.ts';
import { STEP_OF_REASON } from '#shared/wire/reasons.ts';
import type { Receipt } from '#shared/wire/receipt.ts';
import type { Depth } from '../../chain/model/depth.ts';
import type { TransferRecord } from '../../deposits/model/transfer.ts';

/** A block's confirmations, and how many it needs. */
export type Progress = { readonly depth: number; readonly needed: Depth };

/** A transfer as its receipt shows it. */
export type TransferView = Pick<
  TransferRecord,
  | 'state'
  | 'originChainName'
  | 'tokenName'
  | 'originDecimals'
  | 'amount'
  | 'destinationChainName'
  | 'destinationToken'
  | 'destinationDecimals'
  | 'receiveAmount'
  | 'recipient'
  | 'gasFee'
  | 'bridgeFee'
  | 'reason'
  | 'reasonCode'
  | 'note'
  | 'noteCode'
  | 'settledHash'
> & {
  readonly originToken: Address;
  /** The deposit's. */
  readonly target: string;
  readonly depositor: Address;
  readonly depositedAt: Date;
  readonly depositCount: number;
  readonly settledAt: Date | null;
  readonly refund: bigint | null;
  /** The transaction of the payment that is in a block. */
  readonly minedHash: Hash | null;
  readonly depositProgress: Progress;
  /** Null until the payment is in a block. */
  readonly paymentProgress: Progress | null;
};

export type ReceiptAnswer =
  | { readonly ok: true; readonly receipt: Receipt }
  | { readonly ok: false; readonly code: ReceiptFailureCode; readonly message: string; readonly details: Details };

function inProgress(message: string, details: Partial<Details>): ReceiptAnswer {
  return { ok: false, code: codes.receiptInProgress, message, details: { ...NO_DETAILS, ...details } };
}

function failed(message: string, details: Partial<Details>): ReceiptAnswer {
  return { ok: false, code: codes.transferFailed, message, details: { ...NO_DETAILS, ...details } };
}

function countConfirmations(progress: Progress | null): Partial<Details> {
  if (!progress) return {};
  const { depth, needed } = progress;
  // Confirmations can't tell when the chain will tag the block.
  if (typeof needed !== 'number') return { confirmations: depth };
  return { confirmations: Math.min(depth, needed), confirmationsNeeded: needed };
}

function toRefund({ refund, originDecimals }: TransferView): Partial<Details> {
  return refund === null || originDecimals === null ? {} : { refund: { amount: refund, decimals: originDecimals } };
}

function describeProgress({ depth, needed }: Progress): string {
  if (typeof needed !== 'number') return `Waiting until the block is ${needed}.`;
  return `Waiting for confirmations: ${Math.min(depth, needed)} of ${needed}.`;
}

function describeRefund({ refund, tokenName, originDecimals, depositor, originChainName }: TransferView): string {
  const amount =
    refund === null || originDecimals === null
      ? ''
      : ` of ${formatAmount({ amount: refund, decimals: originDecimals })} ${tokenName}`;
  return `The refund${amount} to ${depositor} on ${originChainName}`;
}

function deliveredReceipt(view: TransferView): ReceiptAnswer {
  const {
    settledHash,
    tokenName,
    originDecimals,
    destinationChainName,
    destinationToken,
    destinationDecimals,
    receiveAmount,
  } = view;
  if (
    settledHash === null ||
    tokenName === null ||
    originDecimals === null ||
    destinationChainName === null ||
    destinationToken === null ||
    destinationDecimals === null ||
    receiveAmount === null
  ) {
    throw new Error('a delivered transfer is missing a field of its receipt');
  }
  // A payout without it counts as another payment, and is never delivered.
  const { gasDrop } = splitTarget(view.target);
  const inOrigin = (amount: bigint | null) => (amount === null ? null : { amount, decimals: originDecimals });
  const receipt: Receipt = {
    originChainName: view.originChainName,
    originToken: view.originToken,
    payoutHash: settledHash,
    destinationChainName,
    destinationToken,
    tokenName,
    received: { amount: receiveAmount, decimals: destinationDecimals },
    sent: { amount: view.amount, decimals: originDecimals },
    depositedAtMs: view.depositedAt.getTime(),
    deliveredAtMs: view.settledAt?.getTime() ?? null,
    sender: view.depositor,
    recipient: view.recipient,
    bridgeFee: inOrigin(view.bridgeFee),
    gasFee: inOrigin(view.gasFee),
    gasReceived: gasDrop === 0n ? null : { amount: gasDrop, decimals: NATIVE_DECIMALS },
    deposits: view.depositCount,
  };
  return { ok: true, receipt };
}

const UNKNOWN_MESSAGE =
  'The service knows no transfer with this deposit hash. It finds a new deposit soon after its block: ask again in a minute.';

/** The answer for a hash without a transfer, or whose deposit was removed by a reorg. */
export const UNKNOWN_TRANSFER: ReceiptAnswer = {
  ok: false,
  code: codes.receiptUnknown,
  message: UNKNOWN_MESSAGE,
  details: NO_DETAILS,
};

function describePayout({ state, destinationChainName, paymentProgress, note }: TransferView): string {
  if (paymentProgress)
    return `The payout is in a block of ${destinationChainName}. ${describeProgress(paymentProgress)}`;
  if (note !== null) return `The payout on ${destinationChainName} is signed, but ${note}.`;
  return state === 'signed'
    ? `The payout on ${destinationChainName} is signed. The bridge sends it next.`
    : `The payout on ${destinationChainName} is pending. It was sent and is not in a block yet.`;
}

export function answerReceipt(view: TransferView): ReceiptAnswer {
  const { state, reason, reasonCode, note, noteCode, destinationChainName: destination } = view;
  switch (state) {
    case 'unseen':
      return UNKNOWN_TRANSFER;
    case 'seen':
      return inProgress(`The deposit was seen on ${view.originChainName}. ${describeProgress(view.depositProgress)}`, {
        step: view.depositProgress.depth === 0 ? 'seen' : 'confirming',
        ...countConfirmations(view.depositProgress),
      });
    case 'confirmed':
      return inProgress(
        note
          ? `The deposit is confirmed, but ${note}.`
          : `The deposit is confirmed. The payout on ${destination} is next.`,
        { step: (noteCode && STEP_OF_REASON[noteCode]) ?? 'signing', reason: noteCode },
      );
    case 'signed':
    case 'broadcast':
      return inProgress(describePayout(view), {
        step: state === 'signed' ? 'signing' : 'sent',
        reason: view.paymentProgress ? null : noteCode,
        ...countConfirmations(view.paymentProgress),
      });
    case 'rejected':
      return inProgress(
        `The bridge has the deposit but cannot pay it out, because ${reason}. ${note ? `The refund is delayed: ${note}` : 'The refund is next'}.`,
        { step: 'refunding', reason: reasonCode },
      );
    case 'held':
      return inProgress(
        `The transfer is on hold, because ${reason}. The bridge has the money, and its operator decides the next step.`,
        { step: 'held', reason: reasonCode },
      );
    case 'refunding':
      return failed(
        `The transfer failed because ${reason}. ${describeRefund(view)} is under way${note ? `, but ${note}` : ''}.`,
        {
          step: 'refunding',
          reason: reasonCode,
          refundHash: view.minedHash,
          ...toRefund(view),
          ...countConfirmations(view.paymentProgress),
        },
      );
    case 'refundHeld':
      return failed(
        `The transfer failed because ${reason}. ${describeRefund(view)} is on hold. The bridge has the money, and its operator decides the next step.`,
        { step: 'held', reason: reasonCode },
      );
    case 'closed':
      return failed(`The transfer failed because ${reason}. The operator has closed it.`, {
        step: 'closed',
        reason: reasonCode,
      });
    case 'refunded':
      return failed(
        `The transfer failed because ${reason}. ${describeRefund(view)} is done, in transaction ${view.settledHash}.`,
        { step: 'refunded', reason: reasonCode, refundHash: view.settledHash, ...toRefund(view) },
      );
    case 'delivered':
      return deliveredReceipt(view);
    default:
      return assertNever(state);
  }
}

const HASH_LENGTH = 66;

export type HashResult = { readonly ok: true; readonly hash: Hash } | { readonly ok: false; readonly message: string };

/** Parses the deposit hash of a request, in upper or lower case. */
export function readDepositHash(text: string): HashResult {
  const wanted = 'from_chain_hash must be 0x and 64 hex digits';
  if (!/^0x/i.test(text)) return { ok: false, message: `${wanted}, but the value does not start with 0x.` };
  if (text.length !== HASH_LENGTH) {
    return { ok: false, message: `${wanted}, 66 characters in all, but the value has ${text.length}.` };
  }
  const hash = parseHash(text);
  return hash ? { ok: true, hash } : { ok: false, message: `${wanted}, but the value has other characters.` };
}
