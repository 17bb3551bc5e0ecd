import type { Hash } from 'viem';
import type { AppliedEvent } from '../../db/applyEvents.ts';
import { applyEvent } from '../../db/applyEvents.ts';
import type { Transaction } from '../../db/database.ts';
import { hasBindingObligation } from '../../db/obligations.ts';
import { recordAction } from '../../db/operatorActions.ts';
import { readMatches } from '../../db/screenings.ts';
import type { TransferDetails } from '../../db/transferDetails.ts';
import { readTransferDetails } from '../../db/transferDetails.ts';
import type { TransferFields } from '../../db/transferFields.ts';
import { findTransfers } from '../../db/transferList.ts';
import { lockTransfer } from '../../db/transfers.ts';
import type { TransferState } from '../../domain/transferState.ts';
import { demandApproval, explainRefusal } from '../approval.ts';
import type { Author, Command, CommandContext } from '../command.ts';
import { CommandRefused } from '../command.ts';
import { describeToken } from '../findInCatalog.ts';
import { formatTokenAmount } from '../format.ts';
import { expectArguments, parseHashArgument } from '../parseArguments.ts';

type ChangeName = 'retry' | 'hold' | 'refund' | 'close';

/** Changes a locked transfer. @returns a clause that describes the change, for the record and the operator */
export type ChangeTransfer = (transaction: Transaction, details: TransferDetails) => Promise<string>;

const WHY_NOT: Readonly<Record<TransferState, string>> = {
  unseen: 'its deposit is in no block now',
  seen: 'the service has not decided it yet; hold it first, or wait for the confirmations of its deposit',
  confirmed: 'its payout is due next',
  signed: 'its payout is signed and can take effect; "cancel" is the only way to stop it',
  broadcast: 'its payout was sent and can take effect; "cancel" is the only way to stop it',
  delivered: 'it is delivered',
  rejected: 'its refund is due next',
  refunding: 'its refund is under way',
  refunded: 'it is refunded',
  held: 'it is held already',
  refundHeld: 'its refund is held already',
  closed: 'it is closed',
};

/** Clears every field that a delayed or failing payment has set. */
export const NO_DELAYS: TransferFields = {
  ...{ note: null, failingSince: null, retryAt: null, tries: 0 },
  ...{ holdRequested: false, waitsFor: null, waitingSince: null },
};

/** Clears the reason of a stopped transfer too. */
export const NO_FAILURES: TransferFields = { ...NO_DELAYS, reason: null };

/** @param participle what the command would have done: "retried" */
export function refuse({ transfer }: TransferDetails, participle: string): CommandRefused {
  return new CommandRefused(`Transfer ${transfer.id} cannot be ${participle}: ${WHY_NOT[transfer.state]}.`);
}

/** @throws CommandRefused when a payment of the transfer can take effect or has taken effect */
export async function refuseIfBound(transaction: Transaction, { transfer, payments }: TransferDetails): Promise<void> {
  if (!(await hasBindingObligation(transaction, transfer.id))) return;
  const bound = payments.find(({ state }) => state !== 'void');
  const payment = bound ? `its ${bound.kind} is bound to nonce ${bound.nonce} on chain ${bound.chainId}` : 'it is paid';
  throw new CommandRefused(
    `Transfer ${transfer.id} has a payment that can take effect or has taken effect: ${payment}. A second payment would pay it twice.`,
  );
}

export async function applyOrThrow(transaction: Transaction, event: AppliedEvent): Promise<void> {
  const state = await applyEvent(transaction, event);
  if (!state) throw new Error(`the event "${event.event}" does not fit the state of transfer ${event.id}`);
}

/** Ends a command that would move more than one operator may, unless another one has approved it. */
export async function demandForTransfer(
  context: CommandContext,
  transaction: Transaction,
  {
    action,
    details: { transfer, stored },
  }: { readonly action: 'retry' | 'refund' | 'close'; readonly details: TransferDetails },
): Promise<void> {
  const { chainId, token, amount } = stored.deposit;
  const matches = await readMatches(transaction, transfer.id);
  const shown = formatTokenAmount(amount, describeToken(context.catalog, { chainId, token }));
  await demandApproval(context, transaction, {
    action,
    subjects: [transfer.id],
    // The screening decides, not the amount. What is closed is never paid.
    amounts: matches.length > 0 || action === 'close' ? null : [{ chainId, token, amount }],
    summary: `${action} transfer ${transfer.id} of ${shown}, which is ${transfer.state}${matches.length > 0 ? ' and was matched by the screening' : ''}`,
  });
}

async function requireTransfer({ database }: CommandContext, hash: Hash): Promise<void> {
  const ids = await findTransfers(database, hash);
  if (ids.includes(hash)) return;
  if (ids.length === 0) throw new CommandRefused(`The database has no transfer with the id ${hash}.`);
  throw new CommandRefused(`${hash} is a transaction hash. Use a transfer's id instead: ${ids.join(', ')}.`);
}

/**
 * Changes one transfer and records the action.
 * @returns a clause that describes the change, and remarks for the operator
 * @throws CommandRefused
 */
export async function changeOne(
  context: CommandContext,
  { name, createChange, prepare }: TransferChange,
  { id, author }: { readonly id: Hash; readonly author: Author },
): Promise<{ readonly done: string; readonly remarks: readonly string[] }> {
  const remarks = (await prepare?.(context, id)) ?? [];
  const change = createChange(context);
  const done = await explainRefusal(() =>
    context.database.transaction(async (transaction) => {
      // The lock waits for a payment that is being signed. No read below can change after it.
      await lockTransfer(transaction, id);
      const details = await readTransferDetails(transaction, id);
      if (!details) throw new CommandRefused(`The database has no transfer with the id ${id}.`);
      const detail = await change(transaction, details);
      await recordAction(transaction, { ...author, action: name, subject: id, detail, transferId: id });
      return detail;
    }),
  );
  return { done, remarks };
}

/** A change of one transfer, alone or in bulk. */
export type TransferChange = Pick<Command, 'summary' | 'details'> & {
  readonly name: ChangeName;
  readonly createChange: (context: CommandContext) => ChangeTransfer;
  /** The states from which it changes a transfer in bulk. */
  readonly bulkStates: ReadonlySet<TransferState>;
  /** Runs before the change. @returns remarks for the operator @throws CommandRefused */
  readonly prepare?: (context: CommandContext, id: Hash) => Promise<readonly string[]>;
};

/** Creates a command that changes one transfer. */
export function createTransferCommand(change: TransferChange): Command {
  const { name, summary, details } = change;
  return {
    name,
    usages: ['<id>'],
    summary,
    details,
    options: {},
    isChange: true,
    parse: ({ args, author }) => {
      const [text = ''] = expectArguments(args, ["the transfer's id"]);
      const id = parseHashArgument(text, "The transfer's id");
      return async (context) => {
        await requireTransfer(context, id);
        const { done, remarks } = await changeOne(context, change, { id, author });
        return { json: { id, action: name, done, remarks }, lines: [`Transfer ${id}: ${done}.`, ...remarks] };
      };
    },
  };
}
