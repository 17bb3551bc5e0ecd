import { findChainById, findPinnedToken } from '../../domain/catalog.ts';
import type { CommandContext } from '../command.ts';
import { CommandRefused } from '../command.ts';
import type { ChangeTransfer, TransferChange } from './changeTransfer.ts';
import { applyOrThrow, createTransferCommand, refuse, refuseIfBound } from './changeTransfer.ts';

function createClose({ catalog }: CommandContext): ChangeTransfer {
  return async (transaction, details) => {
    const { transfer, stored } = details;
    const { id, state } = transfer;
    if (state !== 'held' && state !== 'refundHeld') throw refuse(details, 'closed');
    await refuseIfBound(transaction, details);
    const { deposit } = stored;
    const origin = findChainById(catalog, BigInt(deposit.chainId));
    const isOwed = deposit.funded && origin !== undefined && findPinnedToken(catalog, origin, deposit.token);
    // The gas of failed refunds can use up a deposit. Then nothing is left to pay.
    if (isOwed && state === 'held') {
      throw new CommandRefused(
        `Transfer ${id} is a deposit of a token that the bridge supports, so its sender is owed the money. Use "retry" or "refund".`,
      );
    }
    await applyOrThrow(transaction, { id, event: 'closed', fields: { note: null } });
    return 'it was held and is closed now; nothing is paid for it';
  };
}

export const closeChange: TransferChange = {
  name: 'close',
  summary: 'close a held transfer that cannot be paid, such as one of an unknown token',
  details:
    'Nothing is ever paid for a closed transfer, and no command opens it again. Refused for a held deposit of a supported token that arrived in full: retry or refund it. A held refund can be closed: its receipt has already said that the transfer failed.',
  createChange: createClose,
  bulkStates: new Set(['held', 'refundHeld']),
};

export const closeCommand = createTransferCommand(closeChange);
