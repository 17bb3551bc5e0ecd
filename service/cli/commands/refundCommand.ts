import type { Hash } from 'viem';
import { isPaid } from '../../chain/paymentRecords.ts';
import { readTransferDetails } from '../../db/transferDetails.ts';
import { ORDER_REASONS } from '../../domain/acceptance.ts';
import { findChainById, findPinnedToken } from '../../domain/catalog.ts';
import type { CommandContext } from '../command.ts';
import { CommandRefused } from '../command.ts';
import type { ChangeTransfer, TransferChange } from './changeTransfer.ts';
import {
  applyOrThrow,
  createTransferCommand,
  demandForTransfer,
  NO_DELAYS,
  refuse,
  refuseIfBound,
} from './changeTransfer.ts';

function createRefund(context: CommandContext): ChangeTransfer {
  const { catalog } = context;
  return async (transaction, details) => {
    const { transfer, stored } = details;
    const { id, state, reason } = transfer;
    if (state !== 'held' && state !== 'confirmed' && state !== 'refundHeld') throw refuse(details, 'refunded');
    await refuseIfBound(transaction, details);
    const { deposit } = stored;
    const origin = findChainById(catalog, BigInt(deposit.chainId));
    const token = origin && findPinnedToken(catalog, origin, deposit.token);
    if (!origin || !token) {
      throw new CommandRefused(
        `Transfer ${id} is a deposit of token ${deposit.token} on chain ${deposit.chainId}, which the configuration does not have. Add it to the configuration, or pay the sender back by hand.`,
      );
    }
    if (!deposit.funded) {
      throw new CommandRefused(
        `The deposit of transfer ${id} did not arrive in full, so a refund would pay back more than the bridge got.`,
      );
    }
    await demandForTransfer(context, transaction, { action: 'refund', details });
    await applyOrThrow(transaction, {
      id,
      event: 'refundOrdered',
      fields: {
        ...NO_DELAYS,
        payingChainId: origin.id,
        // The database refuses others: the configured name can have changed since.
        tokenName: transfer.tokenName ?? token.token.name,
        originDecimals: transfer.originDecimals ?? token.deployment.decimals,
        // A held transfer keeps its reason.
        ...((state === 'confirmed' || reason === null) && { reason: ORDER_REASONS.refund }),
        // A refund has none of the payout's terms.
        ...{ gasFee: null, bridgeFee: null, netAmount: null, receiveAmount: null, recipient: null },
      },
    });
    return `it was ${state}, and its refund on ${origin.name} is due`;
  };
}

/** A restored database can lack a payout that the chain has. The service asks the chain again before it signs. */
async function refuseIfPaidOut({ catalog, clients, database }: CommandContext, id: Hash): Promise<readonly string[]> {
  const details = await readTransferDetails(database, id);
  const destination = details && findChainById(catalog, details.stored.deposit.destination);
  const client = destination && clients.get(destination.id);
  if (!client) return [];
  const answer = await isPaid(client, id).catch(() => null);
  if (answer === true) {
    throw new CommandRefused(
      `Transfer ${id} is paid on ${destination.name}, although the database does not show it. A refund would pay it twice.`,
    );
  }
  return answer === null
    ? [`${destination.name} did not answer whether it has paid this transfer. The service asks again before it signs.`]
    : [];
}

export const refundChange: TransferChange = {
  name: 'refund',
  summary: 'refund a held or confirmed transfer to its sender',
  details:
    'The service pays the deposit back on its origin chain, minus the gas of the refund. Refused when a payout can take effect or has taken effect: cancel a signed payout first.',
  createChange: createRefund,
  prepare: refuseIfPaidOut,
  bulkStates: new Set(['held', 'confirmed', 'refundHeld']),
};

export const refundCommand = createTransferCommand(refundChange);
