import { hasBindingObligation } from '../../db/obligations.ts';
import { requestHold } from '../../db/transfers.ts';
import { ORDER_REASONS } from '../../domain/acceptance.ts';
import type { TransferState } from '../../domain/transferState.ts';
import type { ChangeTransfer, TransferChange } from './changeTransfer.ts';
import { applyOrThrow, createTransferCommand, refuse } from './changeTransfer.ts';

const HOLDABLE: ReadonlySet<TransferState> = new Set([
  ...(['seen', 'confirmed', 'signed', 'broadcast', 'rejected', 'refunding'] as const),
]);

const hold: ChangeTransfer = async (transaction, details) => {
  const { id, state, reason } = details.transfer;
  if (!HOLDABLE.has(state)) throw refuse(details, 'held');
  if (await hasBindingObligation(transaction, id)) {
    await requestHold(transaction, id);
    return `it is ${state} and its payment can take effect; it is held if that payment fails ("cancel --after hold" also stops the payment)`;
  }
  // A started refund keeps the reason that its receipt has answered.
  const fields = { note: null, failingSince: null, retryAt: null };
  const kept = state === 'refunding' && reason !== null ? {} : { reason: ORDER_REASONS.hold };
  await applyOrThrow(transaction, { id, event: 'stopped', fields: { ...fields, ...kept } });
  return `it was ${state} and is held now`;
};

export const holdChange: TransferChange = {
  name: 'hold',
  summary: 'hold a transfer, or hold it if its signed payment fails',
  details:
    'Without a signed payment, the transfer is held at once, also through a reorg, until you retry or refund it. A signed payment can still take effect. The transfer is then held only if that payment fails. Use "cancel --after hold" to stop the payment too.',
  createChange: () => hold,
  bulkStates: HOLDABLE,
};

export const holdCommand = createTransferCommand(holdChange);
