import type { Hash } from 'viem';
import { findChainById } from '../../boot/model/catalog.ts';
import { isPaid } from '../../chain/paymentRecords.ts';
import { readTransfers } from '../../deposits/readTransfers.ts';
import type { Transfer } from '../../deposits/transfers.ts';
import type { OrderAction, OrderParameters } from '../../guards/orders.ts';
import type { Author, Command, CommandContext, CommandInput, CommandOption, CommandOutput } from './command.ts';
import { CommandRefused, parseCount, parseHashArgument, UsageError } from './command.ts';
import { describeOrder, giveOrder } from './giveOrder.ts';
import { nameSubjects } from './pauseSubject.ts';
import type { CreateSelection } from './transferSelection.ts';
import { FILTER_KEYS, findTransfers, MAX_TRANSFERS, parseFilter, readIdFile, summarise } from './transferSelection.ts';

const TRANSFER_ACTIONS = ['retry', 'hold', 'refund', 'close'] as const satisfies readonly OrderAction[];
type TransferAction = (typeof TRANSFER_ACTIONS)[number];

const TEXTS: Readonly<Record<TransferAction, Pick<Command, 'summary' | 'details'>>> = {
  retry: {
    summary: 'pay a held transfer, try a waiting one now, or replace a stuck payment',
    details:
      'The service decides a held transfer again, or pays it by its earlier decision. A waiting transfer is tried at once. Refused if a payment of the transfer can take effect or already has. With --cancel, an empty transaction replaces the signed payment, and the transfer is paid with a new nonce once the replacement is final.',
  },
  hold: {
    summary: 'hold a transfer, or hold it if its signed payment fails',
    details:
      'Without a signed payment, the transfer is held at once, even through a reorg, until you retry or refund it. A signed payment can still take effect, so the transfer is then held only if that payment fails. With --cancel, an empty transaction replaces the signed payment, and the transfer is held once the replacement is final.',
  },
  refund: {
    summary: 'refund a held or confirmed transfer to its sender',
    details:
      'The service pays the deposit back on its origin chain, minus the gas of the refund. Refused if a payout can take effect or already has: run hold --cancel first.',
  },
  close: {
    summary: 'close a held transfer that cannot be paid, such as one of an unknown token',
    details:
      'Nothing is ever paid for a closed transfer, and no command reopens it. Refused for a held deposit of a supported token that arrived in full: retry or refund it. A held refund can be closed, with two operators only by both: its receipt has already said that the transfer failed.',
  },
};

/**
 * Refuses to refund what the chain shows as paid: a restored database can lack a payout that the chain has. The service
 * asks the chain again before it signs.
 * @returns remarks for the operator
 * @throws CommandRefused
 */
export async function refuseIfPaidOut(
  { catalog, clients, database }: CommandContext,
  id: Hash,
): Promise<readonly string[]> {
  const [transfer] = await readTransfers(database, { ids: [id] });
  const destination = transfer && findChainById(catalog, transfer.deposit.destination);
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

type Source = { readonly ids: readonly Hash[] } | { readonly file: string } | { readonly select: CreateSelection };

/** The same order for each of several transfers. */
type Change = {
  readonly action: TransferAction;
  readonly parameters: OrderParameters;
  readonly source: Source;
  /** The count that the operator has seen; null for a dry run. */
  readonly confirmed: number | null;
  readonly author: Author;
};

async function selectAll({ catalog, database }: CommandContext, source: Source): Promise<readonly Transfer[]> {
  if ('ids' in source) return findTransfers(database, source.ids);
  if ('file' in source) return findTransfers(database, await readIdFile(source.file));
  return readTransfers(database, { selection: source.select(catalog, MAX_TRANSFERS) });
}

async function changeOne(context: CommandContext, { action, parameters, author }: Change, subject: Hash) {
  const remarks = action === 'refund' ? await refuseIfPaidOut(context, subject) : [];
  return { order: await giveOrder(context, { action, subject, parameters, author }), remarks };
}

type Outcome = {
  readonly id: Hash;
  readonly text: string;
  readonly kind: 'changed' | 'waiting' | 'refused' | 'failed';
  /** The order that waits for a second operator. */
  readonly order: bigint | null;
};

async function tryOne(context: CommandContext, change: Change, id: Hash): Promise<Outcome> {
  try {
    const { order, remarks } = await changeOne(context, change, id);
    const isWaiting = order.appliedAt === null;
    const text = isWaiting
      ? `order ${order.id} waits for another operator`
      : nameSubjects(context.catalog, order.detail);
    const kind = isWaiting ? 'waiting' : 'changed';
    return { id, text: [text, ...remarks].join('. '), kind, order: isWaiting ? order.id : null };
  } catch (error) {
    const isRefused = error instanceof CommandRefused;
    const text = isRefused ? error.message : 'the command failed here';
    return { id, text, kind: isRefused ? 'refused' : 'failed', order: null };
  }
}

/** Gives one order after the other, each in its own transaction. It stops at the first failure that isn't a refusal. */
async function changeAll(context: CommandContext, change: Change, transfers: readonly Transfer[]) {
  const outcomes: Outcome[] = [];
  for (const { id } of transfers) {
    const outcome = await tryOne(context, change, id);
    outcomes.push(outcome);
    if (outcome.kind === 'failed') break;
  }
  return outcomes;
}

function describeOutcomes(outcomes: readonly Outcome[], count: number): readonly string[] {
  const countOf = (wanted: Outcome['kind']) => outcomes.filter(({ kind }) => kind === wanted).length;
  const orders = outcomes.flatMap(({ order }) => (order === null ? [] : [order]));
  return [
    ...outcomes.map(({ id, text }) => `Transfer ${id}: ${text}`),
    `${countOf('changed')} changed, ${orders.length} waiting, ${countOf('refused')} refused.`,
    ...(orders.length > 0 ? [`For the other operator: causeway approve ${orders.join(' ')} --why "…"`] : []),
    ...(countOf('failed') > 0
      ? [`The command stopped after ${outcomes.length - 1} of ${count}. Run it again: it continues with the rest.`]
      : []),
  ];
}

/** Without the number of transfers it only says what it would do. */
async function changeMany(context: CommandContext, change: Change): Promise<CommandOutput> {
  const { action, confirmed } = change;
  const transfers = await selectAll(context, change.source);
  const { count, amounts, value, worth, states } = summarise(context.catalog, transfers);
  const what = `${action} ${count} transfers, ${worth}`;
  const json = { action, count, value, amounts, states };
  if (confirmed === null) {
    const next = count === 0 ? [] : [`Nothing is changed. To do it, add: --confirm ${count}`];
    const details = [...amounts, ...states].map((line) => `  ${line}`);
    return { json: { ...json, dryRun: true }, lines: [`This would ${what}.`, ...details, ...next] };
  }
  if (confirmed !== count) {
    throw new CommandRefused(
      `--confirm is ${confirmed}, but the command would ${what}. Look at the dry run again: leave --confirm out.`,
    );
  }
  const outcomes = await changeAll(context, change, transfers);
  return {
    json: { ...json, outcomes },
    lines: describeOutcomes(outcomes, count),
    ...(outcomes.some(({ kind }) => kind === 'waiting') && { isPending: true }),
    ...(outcomes.some(({ kind }) => kind === 'refused' || kind === 'failed') && { isFailed: true }),
  };
}

async function run(context: CommandContext, change: Change): Promise<CommandOutput> {
  const [id, ...others] = 'ids' in change.source ? change.source.ids : [];
  if (id === undefined || others.length > 0) return changeMany(context, change);
  const [transfer] = await findTransfers(context.database, [id]);
  const { order, remarks } = await changeOne(context, change, transfer?.id ?? id);
  return describeOrder(context, order, remarks);
}

function parseSource(args: readonly string[], { file, where }: CommandInput['options']): Source {
  const [source, ...others] = [
    ...(args.length > 0 ? [{ ids: args.map((text) => parseHashArgument(text, 'The id or hash')) }] : []),
    ...(file === undefined ? [] : [{ file }]),
    ...(where === undefined ? [] : [{ select: parseFilter(where) }]),
  ];
  if (source && others.length === 0) return source;
  throw new UsageError('Say which transfers: give either ids or hashes, or --file, or --where.');
}

const SEVERAL =
  "Several transfers: without --confirm the command changes nothing, and prints how many there are and what they are worth. With --confirm and exactly that number, it changes one after the other and prints each result. Each is a separate order: it waits if it needs a second operator, and is refused if its transfer's state does not allow it. After an interruption, run it again.";

const OPTIONS: Readonly<Record<string, CommandOption>> = {
  where: { value: '<conditions>', help: `such as state=held,reason=token_not_supported (${FILTER_KEYS.join(', ')})` },
  file: { value: '<path>', help: 'file with one id or hash a line; "#" starts a comment' },
  confirm: { value: '<n>', help: 'the number of transfers that the command printed without it' },
};

const CANCEL: Readonly<Record<string, CommandOption>> = {
  cancel: { value: null, help: 'replace the signed payment, and those at the same nonce, with an empty transaction' },
};

function createTransferCommand(action: TransferAction): Command {
  const { summary, details } = TEXTS[action];
  return {
    name: action,
    usages: ['<id or hash>…', '--file <path>', '--where <conditions>'],
    summary,
    details: `${details} ${SEVERAL}`,
    options: { ...OPTIONS, ...(action === 'retry' || action === 'hold' ? CANCEL : {}) },
    isChange: true,
    parse: ({ args, options, author }) => {
      const { confirm, cancel } = options;
      const source = parseSource(args, options);
      const confirmed = confirm === undefined ? null : parseCount('confirm', confirm, MAX_TRANSFERS);
      const parameters: OrderParameters = cancel === undefined ? {} : { cancel: true };
      return (context) => run(context, { action, parameters, source, confirmed, author });
    },
  };
}

export const transferCommands: readonly Command[] = TRANSFER_ACTIONS.map(createTransferCommand);
