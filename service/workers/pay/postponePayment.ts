import { recordIncident } from '../../db/incidents.ts';
import { hasBindingObligation } from '../../db/obligations.ts';
import type { AppliedEvent, Transfer, TransferFields } from '../../db/transfers.ts';
import { applyEvent, setWaiting, tryLockTransfer } from '../../db/transfers.ts';
import { retryDelayMs } from '../../domain/backoff.ts';
import type { Reason } from '../../domain/reason.ts';
import { because } from '../../domain/reason.ts';
import type { TransferState } from '../../domain/transferState.ts';
import type { EngineContext } from '../engineContext.ts';
import type { Preparation } from './preparePayment.ts';
import { isUnchanged } from './signSend.ts';

const RETRY_FAILING_MS = 30_000;
const HOLD_FAILING_AFTER_MS = 600_000;

export function retryAfter({ firstSeenAt }: Transfer, now: Date, minMs = 0): Date {
  return new Date(now.getTime() + Math.max(retryDelayMs(firstSeenAt, now), minMs));
}

export async function delayPayment(
  { database, clock, logger }: EngineContext,
  transfer: Transfer,
  { note, minMs = 0, failing = false }: { readonly note: Reason; readonly minMs?: number; readonly failing?: boolean },
): Promise<void> {
  const now = clock.now();
  const failingSince = failing ? (transfer.failingSince ?? now) : null;
  await setWaiting(database, transfer.id, { note, failingSince, retryAt: retryAfter(transfer, now, minMs) });
  if (note.text !== transfer.note) logger.warn({ transfer: transfer.id, note: note.text }, 'payment delayed');
}

/** Applies an event, unless another transaction has changed the transfer since its payment was prepared. */
async function applyUnlessMoved(
  { database }: EngineContext,
  before: Transfer,
  event: Omit<AppliedEvent, 'id'>,
): Promise<TransferState | null> {
  return database.transaction(async (transaction) => {
    const current = await tryLockTransfer(transaction, before.id);
    const isSame = isUnchanged(current, before) && !(await hasBindingObligation(transaction, before.id));
    return isSame ? applyEvent(transaction, { id: before.id, ...event }) : null;
  });
}

// The operator's retry then decides the transfer again. The incident keeps what was stored.
const NO_TERMS = { gasFee: null, bridgeFee: null, netAmount: null, receiveAmount: null, recipient: null } as const;

async function hold(
  context: EngineContext,
  transfer: Transfer,
  { reason, terms = {} }: { readonly reason: Reason; readonly terms?: TransferFields },
): Promise<void> {
  const fields = { reason, note: null, ...terms };
  const state = await applyUnlessMoved(context, transfer, { event: 'heldBack', detail: reason.text, fields });
  if (state) context.logger.error({ transfer: transfer.id, reason: reason.text }, 'transfer held');
}

async function holdForReview(
  context: EngineContext,
  transfer: Transfer,
  { reason, incident }: Extract<Preparation, { kind: 'hold' }>,
): Promise<void> {
  const note = because('operator_review', 'the operator must review it');
  if (incident !== undefined && transfer.note !== note.text) {
    await recordIncident(context.database, { kind: 'termsDiffer', transferId: transfer.id, detail: incident });
  }
  if (transfer.state !== 'refunding')
    return hold(context, transfer, { reason, terms: incident === undefined ? {} : NO_TERMS });
  // A refund in progress has answered 909, so it must stay a refund.
  return delayPayment(context, transfer, { note, minMs: HOLD_FAILING_AFTER_MS });
}

/** Stores the result of a preparation that is not ready: the payment waits, is held, or was already made. */
export async function postponePayment(
  context: EngineContext,
  transfer: Transfer,
  preparation: Exclude<Preparation, { kind: 'ready' }>,
): Promise<void> {
  switch (preparation.kind) {
    case 'wait':
      return delayPayment(context, transfer, { note: preparation.note });
    case 'fails': {
      const failingMs = context.clock.now().getTime() - (transfer.failingSince?.getTime() ?? Number.POSITIVE_INFINITY);
      const { note } = preparation;
      // A refund in progress has answered 909, so it must stay a refund. The worker keeps trying.
      if (failingMs < HOLD_FAILING_AFTER_MS || transfer.state === 'refunding' || transfer.failingSince === null) {
        return delayPayment(context, transfer, { note, minMs: RETRY_FAILING_MS, failing: true });
      }
      return hold(context, transfer, {
        reason: transfer.reason === null ? note : because(note.code, `${transfer.reason}, and ${note.text}`),
      });
    }
    case 'hold':
      return holdForReview(context, transfer, preparation);
    case 'made': {
      const { purpose, hash, amount } = preparation;
      const event = purpose === 'payout' ? 'payoutDelivered' : 'refundDelivered';
      const fields = { settledHash: hash, settledAmount: amount, note: null };
      const state = await applyUnlessMoved(context, transfer, { event, detail: 'found on the chain', fields });
      if (state) context.logger.warn({ transfer: transfer.id, hash }, 'payment found that the database lacked');
    }
  }
}
