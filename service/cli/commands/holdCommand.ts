import { ORDER_REASONS } from '../../domain/acceptance.ts';
import type { ChangeTransfer } from './changeTransfer.ts';
import { applyOrThrow, createTransferCommand, refuse, refuseIfBound } from './changeTransfer.ts';

const hold: ChangeTransfer = async (transaction, details) => {
  const { id, state } = details.transfer;
  if (state !== 'seen' && state !== 'confirmed' && state !== 'rejected') throw refuse(details, 'held');
  await refuseIfBound(transaction, details);
  const fields = { reason: ORDER_REASONS.hold, note: null, failingSince: null, retryAt: null };
  await applyOrThrow(transaction, { id, event: 'stopped', fields });
  return `it was ${state} and is held now`;
};

export const holdCommand = createTransferCommand({
  name: 'hold',
  summary: 'hold a transfer before its payment is signed',
  details:
    'The transfer stays held, also through a reorg, until you retry or refund it. Refused once its payment is signed: the payment can take effect then, and only "cancel" can stop it.',
  createChange: () => hold,
});
