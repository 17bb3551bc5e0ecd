import { setWaiting } from '../../db/transfers.ts';
import type { TransferState } from '../../domain/transferState.ts';
import type { CommandContext } from '../command.ts';
import type { ChangeTransfer, TransferChange } from './changeTransfer.ts';
import {
  applyOrThrow,
  createTransferCommand,
  demandForTransfer,
  NO_DELAYS,
  NO_FAILURES,
  refuse,
  refuseIfBound,
} from './changeTransfer.ts';

const WAITING: ReadonlySet<TransferState> = new Set(['seen', 'confirmed', 'rejected', 'refunding']);

function createRetry(context: CommandContext): ChangeTransfer {
  return async (transaction, details) => {
    const { id, state, receiveAmount } = details.transfer;
    if (WAITING.has(state)) {
      await setWaiting(transaction, id, { retryAt: null, failingSince: null });
      return `it is ${state}, and its next try is due now`;
    }
    if (state === 'refundHeld') {
      await refuseIfBound(transaction, details);
      await demandForTransfer(context, transaction, { action: 'retry', details });
      await applyOrThrow(transaction, { id, event: 'refundOrdered', fields: NO_DELAYS });
      return 'its refund was held, and is due again';
    }
    if (state !== 'held') throw refuse(details, 'retried');
    await refuseIfBound(transaction, details);
    await demandForTransfer(context, transaction, { action: 'retry', details });
    // A transfer keeps its first decision: a second one could pay less than was quoted.
    const event = receiveAmount === null ? 'retried' : 'payoutResumed';
    await applyOrThrow(transaction, { id, event, fields: NO_FAILURES });
    return receiveAmount === null
      ? 'it was held, and the service decides it again'
      : 'it was held, and its payout is due';
  };
}

export const retryChange: TransferChange = {
  name: 'retry',
  summary: 'pay a held transfer, or try a waiting one now',
  details:
    'The service decides a held transfer again, or pays it by its earlier decision. A waiting transfer is tried at once. Refused when a payment of the transfer can take effect or has taken effect.',
  createChange: createRetry,
  bulkStates: new Set(['held', 'refundHeld']),
};

export const retryCommand = createTransferCommand(retryChange);
