import type { Catalog } from '../../domain/catalog.ts';
import { findChainById, findPinnedToken } from '../../domain/catalog.ts';
import type { Deposit } from '../../domain/deposit.ts';
import type { TransferState } from '../../domain/transferState.ts';
import type { CommandContext } from '../command.ts';
import { CommandRefused } from '../command.ts';
import type { ChangeTransfer, TransferChange } from './changeTransfer.ts';
import { applyOrThrow, createTransferCommand, demandForTransfer, refuse, refuseIfBound } from './changeTransfer.ts';

type Deposited = Pick<Deposit, 'chainId' | 'token'>;

/** Whether a transfer is the held refund of a token that the bridge supports. With two operators, only both can close it. */
export function isOwedRefund(
  catalog: Catalog,
  { state, deposit }: { readonly state: TransferState; readonly deposit: Deposited },
): boolean {
  return state === 'refundHeld' && isSupported(catalog, deposit);
}

function isSupported(catalog: Catalog, { chainId, token }: Deposited): boolean {
  const origin = findChainById(catalog, BigInt(chainId));
  return origin !== undefined && findPinnedToken(catalog, origin, token) !== undefined;
}

function createClose(context: CommandContext): ChangeTransfer {
  const { catalog } = context;
  return async (transaction, details) => {
    const { transfer, stored } = details;
    const { id, state } = transfer;
    if (state !== 'held' && state !== 'refundHeld') throw refuse(details, 'closed');
    await refuseIfBound(transaction, details);
    const { deposit } = stored;
    if (state === 'held' && deposit.funded && isSupported(catalog, deposit)) {
      throw new CommandRefused(
        `Transfer ${id} is a deposit of a token that the bridge supports, so its sender is owed the money. Use "retry" or "refund".`,
      );
    }
    // The gas of failed refunds can use up a deposit. One operator could make a refund fail, so it takes another one to end it.
    if (deposit.funded && isOwedRefund(catalog, { state, deposit })) {
      await demandForTransfer(context, transaction, { action: 'close', details });
    }
    await applyOrThrow(transaction, { id, event: 'closed', fields: { note: null } });
    return 'it was held and is closed now; nothing is paid for it';
  };
}

export const closeChange: TransferChange = {
  name: 'close',
  summary: 'close a held transfer that cannot be paid, such as one of an unknown token',
  details:
    'Nothing is ever paid for a closed transfer, and no command opens it again. Refused for a held deposit of a supported token that arrived in full: retry or refund it. A held refund can be closed, with two operators only by both: its receipt has already said that the transfer failed.',
  createChange: createClose,
  bulkStates: new Set(['held', 'refundHeld']),
};

export const closeCommand = createTransferCommand(closeChange);
