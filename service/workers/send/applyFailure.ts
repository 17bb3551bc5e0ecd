import type { Hash } from 'viem';
import { applyEvent } from '../../db/applyEvents.ts';
import type { Transaction } from '../../db/database.ts';
import { recordIncident } from '../../db/incidents.ts';
import type { Obligation } from '../../db/obligations.ts';
import { closeObligations } from '../../db/obligations.ts';
import type { Send } from '../../db/sends.ts';
import { tryLockTransfer } from '../../db/transfers.ts';
import { ORDER_REASONS } from '../../domain/acceptance.ts';
import { delayAfterFailures } from '../../domain/failedPayment.ts';
import type { Reason } from '../../domain/reason.ts';
import { because } from '../../domain/reason.ts';
import type { TransferState } from '../../domain/transferState.ts';
import type { EngineContext } from '../engineContext.ts';

/** Holds a transfer whose payment did not happen. A started refund keeps the reason that its receipt has answered. */
function holdAfter(
  transaction: Transaction,
  { transferId: id, kind }: Obligation,
  reason: Reason,
): Promise<TransferState | null> {
  const fields = { retryAt: null, holdRequested: false, ...(kind === 'payout' ? { reason } : { note: reason }) };
  return applyEvent(transaction, { id, event: 'heldBack', detail: reason.text, fields });
}

export type FailedPayment = {
  readonly obligation: Obligation;
  /** The final transaction that used the payment's nonce. */
  readonly hash: Hash;
  /** The value of its share of the gas, scaled like every price. */
  readonly burnt: bigint;
};

/**
 * The payment's nonce settled without the payment. A recipient can cause this at will, so the tries are limited, each one
 * waits longer, and a refund pays for their gas.
 */
export async function applyFailed(
  { catalog, clock }: EngineContext,
  transaction: Transaction,
  { obligation, hash, burnt }: FailedPayment,
): Promise<TransferState | null> {
  const { transferId: id, kind } = obligation;
  const transfer = await tryLockTransfer(transaction, id);
  if (!transfer) throw new Error(`transfer ${id} is in use`);
  const tries = transfer.tries + 1;
  await closeObligations(transaction, [id], 'void');
  const retryAt = new Date(clock.now().getTime() + delayAfterFailures(tries));
  const event = kind === 'payout' ? 'payoutReverted' : 'refundReverted';
  const fields = { tries, retryAt, burntValue: transfer.burntValue + burnt, note: null };
  const state = await applyEvent(transaction, { id, event, detail: hash, fields });
  if (transfer.holdRequested) return holdAfter(transaction, obligation, ORDER_REASONS.hold);
  if (tries < catalog.paymentTries) return state;
  return holdAfter(transaction, obligation, because(kind === 'payout' ? 'payout_reverted' : 'refund_reverted'));
}

export type CancelledPayment = Omit<FailedPayment, 'burnt'> & { readonly thenHold: boolean };

/** The operator's cancel used the payment's nonce. */
export async function applyCancelled(
  transaction: Transaction,
  { obligation, hash, thenHold }: CancelledPayment,
): Promise<TransferState | null> {
  const { transferId: id, kind } = obligation;
  const transfer = await tryLockTransfer(transaction, id);
  if (!transfer) throw new Error(`transfer ${id} is in use`);
  await closeObligations(transaction, [id], 'void');
  const event = kind === 'payout' ? 'payoutCancelled' : 'refundCancelled';
  const state = await applyEvent(transaction, { id, event, detail: hash, fields: { note: null, retryAt: null } });
  if (thenHold) return holdAfter(transaction, obligation, because('operator_cancelled'));
  return transfer.holdRequested ? holdAfter(transaction, obligation, ORDER_REASONS.hold) : state;
}

/** The sender of the payment is a former hot wallet that is no payer any more, and the chain has not made the payment. */
export async function applyRevoked(
  transaction: Transaction,
  { obligation, send }: { readonly obligation: Obligation; readonly send: Send },
): Promise<TransferState | null> {
  const { transferId: id, kind } = obligation;
  const transfer = await tryLockTransfer(transaction, id);
  if (!transfer) throw new Error(`transfer ${id} is in use`);
  await closeObligations(transaction, [id], 'void');
  const event = kind === 'payout' ? 'payoutReverted' : 'refundReverted';
  const detail = `the former hot wallet ${send.address} signed it at nonce ${send.nonce} and is no payer of the vaults any more`;
  const state = await applyEvent(transaction, { id, event, detail, fields: { note: null, retryAt: null } });
  if (send.cancelThenHold) return holdAfter(transaction, obligation, because('operator_cancelled'));
  return transfer.holdRequested ? holdAfter(transaction, obligation, ORDER_REASONS.hold) : state;
}

/** The chain shows another payment than the due one. */
export async function applyUnproven(
  transaction: Transaction,
  chainId: number,
  { transferId: id, kind }: Obligation,
): Promise<TransferState | null> {
  // The obligation stays live, so the service pays nothing else for the transfer until an operator acts.
  const reason = because('payment_differs');
  await recordIncident(transaction, { kind: 'paymentUnproven', chainId, transferId: id, detail: reason.text });
  return kind === 'payout'
    ? applyEvent(transaction, { id, event: 'heldBack', detail: reason.text, fields: { reason } })
    : null;
}
