import { recordIncident } from '../db/incidents.ts';
import type { AppliedEvent } from '../deposits/applyEvents.ts';
import { applyEvent } from '../deposits/applyEvents.ts';
import type { Reason } from '../deposits/model/reasons.ts';
import { because } from '../deposits/model/reasons.ts';
import type { TransferState } from '../deposits/model/transfer.ts';
import type { TransferFields } from '../deposits/transferEvents.ts';
import type { Transfer } from '../deposits/transfers.ts';
import { delayTry, hasBindingObligation, isSameTry, tryLockTransfer } from '../deposits/transfers.ts';
import type { EngineContext } from '../engineContext.ts';
import { isOverdue, NOT_WAITING, retryDelayMs, trackWait } from './model/failedPayment.ts';
import type { Postponement } from './plannedPayment.ts';
import { reportShortPayment } from './settle.ts';
import { isUnchanged } from './signSend.ts';

const RETRY_FAILING_MS = 30_000;
const HOLD_FAILING_AFTER_MS = 600_000;

/** The note of a payment that waits for the signer. The payment itself is fine. */
export const UNVERIFIED = because('signer_unverified', 'the payment waits until the signer has verified its deposit');

export function retryAfter({ firstSeenAt }: Transfer, now: Date, minMs = 0): Date {
  return new Date(now.getTime() + Math.max(retryDelayMs(firstSeenAt, now), minMs));
}

/** How long a transfer's attempts have failed for the same cause: the signer's, or its own. */
export function failingSince(transfer: Transfer, note: Reason): Date | null {
  const isSameCause = (transfer.note === UNVERIFIED.text) === (note.text === UNVERIFIED.text);
  return isSameCause ? transfer.failingSince : null;
}

type Delay = { readonly note: Reason; readonly minMs?: number; readonly failing?: boolean };

/** Delays a payment. A payout that has waited too long becomes a refund instead. */
export async function delayPayment(
  context: EngineContext,
  transfer: Transfer,
  { note, minMs = 0, failing = false }: Delay,
): Promise<void> {
  const { catalog, database, clock, logger } = context;
  const now = clock.now();
  const wait = trackWait(transfer, note.code, now);
  const isLate = isOverdue({ ...wait, note: note.code }, now, catalog.maxWaitSeconds);
  if (isLate && transfer.state === 'confirmed') return refundInstead(context, transfer, note);
  const since = failing ? (failingSince(transfer, note) ?? now) : null;
  const retryAt = retryAfter(transfer, now, minMs);
  await delayTry(database, transfer, { note, failingSince: since, retryAt, ...wait });
  if (note.text !== transfer.note) logger.warn({ transfer: transfer.id, note: note.text }, 'payment delayed');
}

/**
 * Applies an event, unless another transaction has changed the transfer since its payment was prepared. A hold or
 * refund that this attempt decided on no longer counts once an operator has ordered another attempt; a payment that was
 * made still counts.
 */
async function applyUnlessMoved(
  { database }: EngineContext,
  before: Transfer,
  event: Omit<AppliedEvent, 'id'>,
): Promise<TransferState | null> {
  const endsWait = event.event === 'heldBack' || event.event === 'waitedTooLong';
  return database.transaction(async (transaction) => {
    const current = await tryLockTransfer(transaction, before.id);
    if (!current || !isUnchanged(current, before) || (endsWait && !isSameTry(current, before))) return null;
    const isBound = await hasBindingObligation(transaction, before.id);
    return isBound ? null : applyEvent(transaction, { id: before.id, ...event });
  });
}

// The operator's retry then decides the transfer again. The incident keeps what was stored.
const NO_TERMS = { gasFee: null, bridgeFee: null, netAmount: null, receiveAmount: null, recipient: null } as const;

const NO_DELAY = { ...NOT_WAITING, note: null, retryAt: null, failingSince: null } as const;

/** The state machine allows this only while no payout is bound, and the refund asks the destination chain again. */
async function refundInstead(context: EngineContext, transfer: Transfer, note: Reason): Promise<void> {
  const reason = because('waited_too_long', `the bridge could not pay it out in time: ${note.text}`);
  const fields = { ...NO_TERMS, ...NO_DELAY, reason, payingChainId: transfer.deposit.chainId };
  const state = await applyUnlessMoved(context, transfer, { event: 'waitedTooLong', detail: reason.text, fields });
  if (state) context.logger.error({ transfer: transfer.id, reason: reason.text }, 'payout waited too long, refunding');
}

async function hold(
  context: EngineContext,
  transfer: Transfer,
  { reason, terms = {} }: { readonly reason: Reason; readonly terms?: TransferFields },
): Promise<void> {
  // A started refund keeps the reason already given in its receipt.
  const fields = transfer.state === 'refunding' ? { note: reason } : { reason, note: null, ...terms };
  const state = await applyUnlessMoved(context, transfer, { event: 'heldBack', detail: reason.text, fields });
  if (state) context.logger.error({ transfer: transfer.id, reason: reason.text }, 'transfer held');
}

async function holdForReview(
  context: EngineContext,
  transfer: Transfer,
  { reason, incident }: Extract<Postponement, { kind: 'hold' }>,
): Promise<void> {
  if (incident !== undefined) {
    await recordIncident(context.database, { kind: 'termsDiffer', transferId: transfer.id, detail: incident });
  }
  return hold(context, transfer, { reason, terms: incident === undefined ? {} : NO_TERMS });
}

async function storeMade(
  context: EngineContext,
  transfer: Transfer,
  { purpose, chainId, hash, amount, due }: Extract<Postponement, { kind: 'made' }>,
): Promise<void> {
  await reportShortPayment(context.database, { chainId, transferId: transfer.id, hash, amount, due: due ?? amount });
  const event = purpose === 'payout' ? 'payoutDelivered' : 'refundDelivered';
  const fields = { settledHash: hash, settledAmount: amount, note: null };
  const state = await applyUnlessMoved(context, transfer, { event, detail: 'found on the chain', fields });
  if (state) context.logger.warn({ transfer: transfer.id, hash }, 'payment found that the database lacked');
}

/** Stores a preparation that isn't ready: the payment waits, is held, or was already made. */
export async function postponePayment(
  context: EngineContext,
  transfer: Transfer,
  postponement: Postponement,
): Promise<void> {
  switch (postponement.kind) {
    case 'wait': {
      const { note, vaultAlert } = postponement;
      if (vaultAlert && transfer.note !== note.text) {
        const incident = { kind: 'vaultRefused', transferId: transfer.id, detail: note.text, ...vaultAlert } as const;
        await recordIncident(context.database, incident);
      }
      return delayPayment(context, transfer, { note });
    }
    case 'fails': {
      const { note } = postponement;
      const since = failingSince(transfer, note);
      if (since === null || context.clock.now().getTime() - since.getTime() < HOLD_FAILING_AFTER_MS) {
        return delayPayment(context, transfer, { note, minMs: RETRY_FAILING_MS, failing: true });
      }
      const isFirst = transfer.reason === null || transfer.state === 'refunding';
      return hold(context, transfer, {
        reason: isFirst ? note : because(note.code, `${transfer.reason}, and ${note.text}`),
      });
    }
    case 'hold':
      return holdForReview(context, transfer, postponement);
    case 'made':
      return storeMade(context, transfer, postponement);
  }
}
