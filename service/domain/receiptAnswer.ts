import type { Address, Hash } from 'viem';
import { formatAmount } from '#shared/amount.ts';
import { assertNever } from '#shared/assertNever.ts';
import { parseHash } from '#shared/hash.ts';
import type { ReceiptFailureCode } from '#shared/wire/codes.ts';
import { codes } from '#shared/wire/codes.ts';
import type { Receipt } from '#shared/wire/receipt.ts';
import type { TransferState } from './transferState.ts';

export type Progress = { readonly depth: number; readonly needed: number };

/** What one database read tells about a transfer. Fields are null until the transfer has got that far. */
export type TransferView = {
  readonly state: TransferState;
  readonly originChainName: string;
  readonly originToken: Address;
  readonly tokenName: string | null;
  readonly originDecimals: number | null;
  readonly sent: bigint;
  readonly depositor: Address;
  readonly destinationChainName: string | null;
  readonly destinationToken: Address | null;
  readonly destinationDecimals: number | null;
  readonly receive: bigint | null;
  /** Why it was rejected or held. */
  readonly reason: string | null;
  /** What it waits for, where that is not the usual next step. */
  readonly note: string | null;
  readonly settledHash: Hash | null;
  readonly refund: bigint | null;
  readonly depositProgress: Progress;
  /** Known once the payment was seen in a block. */
  readonly paymentProgress: Progress | null;
};

export type ReceiptAnswer =
  | { readonly ok: true; readonly receipt: Receipt }
  | { readonly ok: false; readonly code: ReceiptFailureCode; readonly message: string };

function waits(message: string): ReceiptAnswer {
  return { ok: false, code: codes.receiptInProgress, message };
}

function failed(message: string): ReceiptAnswer {
  return { ok: false, code: codes.transferFailed, message };
}

function sayProgress({ depth, needed }: Progress): string {
  return `waiting for confirmations ${Math.min(depth, needed)} of ${needed}`;
}

function sayRefund({ refund, tokenName, originDecimals, depositor, originChainName }: TransferView): string {
  const what =
    refund === null || originDecimals === null
      ? 'its refund'
      : `the refund of ${formatAmount({ amount: refund, decimals: originDecimals })} ${tokenName}`;
  return `${what} to ${depositor} on ${originChainName}`;
}

function deliveredReceipt(view: TransferView): ReceiptAnswer {
  const {
    settledHash,
    tokenName,
    originDecimals,
    destinationChainName,
    destinationToken,
    destinationDecimals,
    receive,
  } = view;
  if (
    settledHash === null ||
    tokenName === null ||
    originDecimals === null ||
    destinationChainName === null ||
    destinationToken === null ||
    destinationDecimals === null ||
    receive === null
  ) {
    throw new Error('a delivered transfer lacks a part of its receipt');
  }
  const receipt: Receipt = {
    originChainName: view.originChainName,
    originToken: view.originToken,
    payoutHash: settledHash,
    destinationChainName,
    destinationToken,
    tokenName,
    received: { amount: receive, decimals: destinationDecimals },
    sent: { amount: view.sent, decimals: originDecimals },
  };
  return { ok: true, receipt };
}

const UNKNOWN_MESSAGE =
  'No transfer with this hash is known yet; a new deposit appears once its block has been read, so ask again shortly.';

/** The answer where no transfer, or only one that a reorg took away, is on record. */
export const UNKNOWN_TRANSFER: ReceiptAnswer = { ok: false, code: codes.receiptUnknown, message: UNKNOWN_MESSAGE };

function sayPayout({ state, destinationChainName, paymentProgress }: TransferView): string {
  if (paymentProgress) return `The payout is in a block of ${destinationChainName}; ${sayProgress(paymentProgress)}.`;
  return state === 'signed'
    ? `The payout on ${destinationChainName} is signed and about to be sent.`
    : `The payout was sent on ${destinationChainName} and waits to be mined.`;
}

export function answerReceipt(view: TransferView): ReceiptAnswer {
  const { state, reason, note, destinationChainName: destination } = view;
  switch (state) {
    case 'unseen':
      return UNKNOWN_TRANSFER;
    case 'seen':
      return waits(`The deposit was seen on ${view.originChainName}; ${sayProgress(view.depositProgress)}.`);
    case 'confirmed':
      return waits(`The deposit is confirmed; ${note ?? `the payout on ${destination} is next`}.`);
    case 'signed':
    case 'broadcast':
      return waits(sayPayout(view));
    case 'rejected':
      return waits(`The deposit cannot be paid out because ${reason}; ${note ?? 'its refund is next'}.`);
    case 'held':
      return waits(`The transfer is held for a person to look at because ${reason}; the money is with the bridge.`);
    case 'refunding':
      return failed(
        `The transfer failed because ${reason}; ${sayRefund(view)} is under way${note ? `, but ${note}` : ''}.`,
      );
    case 'refunded':
      return failed(
        `The transfer failed because ${reason}; ${sayRefund(view)} is done, in transaction ${view.settledHash}.`,
      );
    case 'delivered':
      return deliveredReceipt(view);
    default:
      return assertNever(state);
  }
}

const HASH_LENGTH = 66;

export type HashResult = { readonly ok: true; readonly hash: Hash } | { readonly ok: false; readonly message: string };

/** Reads the hash that a receipt is asked for, in any case; the message says what is wrong with another text. */
export function readDepositHash(text: string): HashResult {
  const wanted = 'from_chain_hash must be 0x and 64 hex digits';
  if (!/^0x/i.test(text)) return { ok: false, message: `${wanted}; this one does not start with 0x.` };
  if (text.length !== HASH_LENGTH) {
    return { ok: false, message: `${wanted}, 66 characters in all; this one has ${text.length}.` };
  }
  const hash = parseHash(text);
  return hash ? { ok: true, hash } : { ok: false, message: `${wanted}; this one has other characters in it.` };
}
