import type { Hash } from 'viem';
import { isPaid } from '../chain/payments.ts';
import type { Transaction } from '../db/database.ts';
import { hasBindingObligation } from '../db/obligations.ts';
import { recordAction } from '../db/operatorActions.ts';
import type { TransferDetails } from '../db/transferDetails.ts';
import { readTransferDetails } from '../db/transferDetails.ts';
import { findTransfers } from '../db/transferList.ts';
import type { AppliedEvent, TransferFields } from '../db/transfers.ts';
import { applyEvent, holdTransfer, setWaiting } from '../db/transfers.ts';
import { ORDER_REASONS } from '../domain/acceptance.ts';
import { findChainById, findPinnedToken } from '../domain/catalog.ts';
import type { TransferState } from '../domain/transferState.ts';
import type { Answer, Author, Command, CommandContext } from './command.ts';
import { Refused } from './command.ts';
import { readHash, takeWords } from './readWords.ts';

type OrderName = 'retry' | 'hold' | 'refund';

/** What an order does to a transfer that it belongs to. @returns what was done, in words */
type Carry = (transaction: Transaction, details: TransferDetails) => Promise<string>;

// Why an order is of no use to a transfer in a state in which it does not belong.
const STANDING: Readonly<Record<TransferState, string>> = {
  unseen: 'its deposit is in no block at the moment',
  seen: 'it is not decided yet; hold it first, or wait until its deposit is deep enough',
  confirmed: 'it waits for its payout',
  signed: 'its payout is signed and can take effect',
  broadcast: 'its payout was sent and can take effect',
  delivered: 'it is delivered',
  rejected: 'it is being refunded already',
  refunding: 'its refund has begun',
  refunded: 'it is refunded',
  held: 'it is held already',
};

const FRESH_START: TransferFields = { reason: null, note: null, failingSince: null, retryAt: null, tries: 0 };

const WAITING: ReadonlySet<TransferState> = new Set(['seen', 'confirmed', 'rejected', 'refunding']);

function refuse(details: TransferDetails, what: string): Refused {
  return new Refused(`Transfer ${details.transfer.id} cannot be ${what}: ${STANDING[details.transfer.state]}.`);
}

async function refuseIfBound(transaction: Transaction, { transfer, payments }: TransferDetails): Promise<void> {
  if (!(await hasBindingObligation(transaction, transfer.id))) return;
  const bound = payments.find(({ state }) => state !== 'void');
  const what = bound
    ? `a ${bound.kind} of it is bound to nonce ${bound.nonce} on chain ${bound.chainId}`
    : 'it is paid';
  throw new Refused(
    `Transfer ${transfer.id} has a payment that can take effect or has: ${what}. Nothing else may be paid for it.`,
  );
}

async function apply(transaction: Transaction, event: AppliedEvent): Promise<void> {
  const state = await applyEvent(transaction, event);
  if (!state) throw new Error(`"${event.event}" does not belong to transfer ${event.id}`);
}

const carryRetry: Carry = async (transaction, details) => {
  const { id, state, receiveAmount } = details.transfer;
  if (WAITING.has(state)) {
    await setWaiting(transaction, id, { retryAt: null, failingSince: null });
    return `${state}: its next try is due now`;
  }
  if (state !== 'held') throw refuse(details, 'retried');
  await refuseIfBound(transaction, details);
  // What was decided once stays: decided anew, it could give less than was quoted.
  const event = receiveAmount === null ? 'retried' : 'payoutResumed';
  await apply(transaction, { id, event, fields: FRESH_START });
  return receiveAmount === null ? 'it is decided anew' : 'its payout is tried again';
};

const carryHold: Carry = async (transaction, details) => {
  const { id, state } = details.transfer;
  if (state !== 'seen' && state !== 'confirmed' && state !== 'rejected') throw refuse(details, 'held');
  await refuseIfBound(transaction, details);
  const fields = { reason: ORDER_REASONS.hold, note: null, failingSince: null, retryAt: null };
  await apply(transaction, { id, event: 'stopped', fields });
  return `it was ${state} and is held`;
};

function createCarryRefund({ catalog }: CommandContext): Carry {
  return async (transaction, details) => {
    const { transfer, stored } = details;
    const { id, state, reason } = transfer;
    if (state !== 'held' && state !== 'confirmed') throw refuse(details, 'refunded');
    await refuseIfBound(transaction, details);
    const { deposit } = stored;
    const origin = findChainById(catalog, BigInt(deposit.chainId));
    const token = origin && findPinnedToken(catalog, origin, deposit.token);
    if (!origin || !token) {
      throw new Refused(
        `Transfer ${id} is in token ${deposit.token} on chain ${deposit.chainId}, which is not in the configuration: put it there first, or settle this by hand.`,
      );
    }
    if (!deposit.funded) {
      throw new Refused(`The deposit of transfer ${id} did not arrive in full: a refund would pay more than came.`);
    }
    await apply(transaction, {
      id,
      event: 'refundOrdered',
      fields: {
        ...FRESH_START,
        payingChainId: origin.id,
        tokenName: token.token.name,
        originDecimals: token.deployment.decimals,
        reason: state === 'held' && reason !== null ? reason : ORDER_REASONS.refund,
        // What it would have been paid is no part of a refund.
        ...{ gasFee: null, bridgeFee: null, netAmount: null, receiveAmount: null, recipient: null },
      },
    });
    return `it was ${state}, and its refund on ${origin.name} is next`;
  };
}

/** A database that was restored may not know of a payout that the chain has. The service asks again before it signs. */
async function refuseIfPaidOut({ catalog, clients, database }: CommandContext, id: Hash): Promise<string[]> {
  const details = await readTransferDetails(database, id);
  const destination = details && findChainById(catalog, details.stored.deposit.destination);
  const client = destination && clients.get(destination.id);
  if (!client) return [];
  const answer = await isPaid(client, id).catch(() => null);
  if (answer === true) {
    throw new Refused(`Transfer ${id} is paid out on ${destination.name}, whatever the database says: nothing is due.`);
  }
  return answer === null
    ? [`${destination.name} could not be asked whether it has paid; the service asks again before it signs the refund.`]
    : [];
}

async function requireTransfer({ database }: CommandContext, hash: Hash): Promise<void> {
  const ids = await findTransfers(database, hash);
  if (ids.includes(hash)) return;
  if (ids.length === 0) throw new Refused(`No transfer with the id ${hash} is on record.`);
  throw new Refused(`${hash} is the hash of a transaction; the transfers that it belongs to: ${ids.join(', ')}.`);
}

async function carryOut(
  { database }: CommandContext,
  carry: Carry,
  { name, id, author }: { readonly name: OrderName; readonly id: Hash; readonly author: Author },
): Promise<string> {
  return database.transaction(async (transaction) => {
    // Waits for a payment that is just being signed; what is read after that stays as it is.
    await holdTransfer(transaction, id);
    const details = await readTransferDetails(transaction, id);
    if (!details) throw new Refused(`No transfer with the id ${id} is on record.`);
    const detail = await carry(transaction, details);
    await recordAction(transaction, { ...author, action: name, subject: id, detail, transferId: id });
    return detail;
  });
}

type OrderDescription = Pick<Command, 'summary' | 'explanation'> & {
  readonly name: OrderName;
  readonly carry: (context: CommandContext) => Carry;
};

function createOrder({ name, summary, explanation, carry }: OrderDescription): Command {
  return {
    name,
    forms: ['<id>'],
    summary,
    explanation,
    options: {},
    changes: true,
    read: ({ words, author }) => {
      const [word = ''] = takeWords(words, ["The transfer's id"]);
      const id = readHash(word, "A transfer's id");
      return async (context): Promise<Answer> => {
        await requireTransfer(context, id);
        const remarks = name === 'refund' ? await refuseIfPaidOut(context, id) : [];
        const done = await carryOut(context, carry(context), { name, id, author });
        return { json: { id, action: name, done, remarks }, lines: [`Transfer ${id}: ${done}.`, ...remarks] };
      };
    },
  };
}

export const retryCommand = createOrder({
  name: 'retry',
  summary: 'have a held transfer paid, or a waiting one tried at once',
  explanation:
    'A held transfer goes back to be decided, or to its payout where that was decided before. For one that waits, the next try is due at once. Refused where a payment of it can take effect or has.',
  carry: () => carryRetry,
});

export const holdCommand = createOrder({
  name: 'hold',
  summary: 'stop a transfer before anything is signed for it',
  explanation:
    'It stays held, through reorganisations too, until it is retried or refunded. Refused once its payment is signed: then it can take effect, and only cancelling its nonce can stop it.',
  carry: () => carryHold,
});

export const refundCommand = createOrder({
  name: 'refund',
  summary: 'give a held or confirmed transfer back to its sender',
  explanation:
    'The service pays it back on its origin chain, less the gas of the refund. Refused where a payout can take effect or has; one that is signed has to be cancelled first.',
  carry: createCarryRefund,
});
