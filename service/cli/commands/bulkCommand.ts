import { readFile } from 'node:fs/promises';
import type { Hash } from 'viem';
import { parseHash } from '#shared/hash.ts';
import type { SelectedTransfer } from '../../db/bulkSelection.ts';
import { findSelected, selectTransfers } from '../../db/bulkSelection.ts';
import { demandApproval } from '../approval.ts';
import type { Author, Command, CommandContext, CommandInput, CommandOutput } from '../command.ts';
import { CommandRefused, UsageError } from '../command.ts';
import { expectArguments, parseCount } from '../parseArguments.ts';
import type { CreateSelection } from './bulkFilter.ts';
import { FILTER_KEYS, parseFilter } from './bulkFilter.ts';
import type { BulkPlan } from './bulkPlan.ts';
import { describeSkipped, summarisePlan } from './bulkPlan.ts';
import type { TransferChange } from './changeTransfer.ts';
import { changeOne } from './changeTransfer.ts';
import { closeChange, isOwedRefund } from './closeCommand.ts';
import { holdChange } from './holdCommand.ts';
import { refundChange } from './refundCommand.ts';
import { retryChange } from './retryCommand.ts';

const MAX_TRANSFERS = 10_000;
const CHANGES: readonly TransferChange[] = [retryChange, holdChange, refundChange, closeChange];

type Order = {
  readonly change: TransferChange;
  readonly source: { readonly file: string } | { readonly select: CreateSelection };
  /** The count that the operator has seen; null for a dry run. */
  readonly confirmed: number | null;
  readonly author: Author;
};

async function readIds(path: string): Promise<readonly Hash[]> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new CommandRefused(`${path} cannot be read.`, { cause });
  });
  const ids = text.split('\n').flatMap((line, index): readonly Hash[] => {
    const entry = (line.split('#')[0] ?? '').trim();
    if (entry === '') return [];
    const id = parseHash(entry);
    if (!id) throw new CommandRefused(`Line ${index + 1} of ${path} is not 0x and 64 hex digits: "${entry}".`);
    return [id];
  });
  const unique = [...new Set(ids)];
  if (unique.length > MAX_TRANSFERS) {
    throw new CommandRefused(`${path} has ${unique.length} transfers. One command takes at most ${MAX_TRANSFERS}.`);
  }
  return unique;
}

async function findAll(context: CommandContext, ids: readonly string[]): Promise<readonly SelectedTransfer[]> {
  const found = await findSelected(context.database, ids);
  const missing = ids.find((id) => !found.some((transfer) => transfer.id === id));
  if (missing === undefined) return found;
  throw new CommandRefused(`The database has no transfer with the id ${missing}.`);
}

/** The order of a request has its transfers: the file is on another machine, and a filter can match others by now. */
async function selectAll(context: CommandContext, { source }: Order): Promise<readonly SelectedTransfer[]> {
  if (context.request) return findAll(context, context.request.subjects);
  if ('file' in source) return findAll(context, await readIds(source.file));
  return selectTransfers(context.database, source.select(context.catalog, MAX_TRANSFERS));
}

async function makePlan(context: CommandContext, order: Order): Promise<BulkPlan> {
  const all = await selectAll(context, order);
  const { bulkStates } = order.change;
  return {
    eligible: all.filter(({ state }) => bulkStates.has(state)),
    skipped: all.filter(({ state }) => !bulkStates.has(state)),
  };
}

type Outcome = { readonly id: Hash; readonly done: string | null; readonly problem: string | null };

/** Changes one transfer after the other, each in its own transaction. It ends at the first failure that is no refusal. */
async function changeAll(context: CommandContext, { change, author }: Order, plan: BulkPlan) {
  const outcomes: Outcome[] = [];
  for (const { id } of plan.eligible) {
    try {
      const { done, remarks } = await changeOne(context, change, { id, author });
      outcomes.push({ id, done: [done, ...remarks].join('. '), problem: null });
    } catch (error) {
      const isRefused = error instanceof CommandRefused;
      outcomes.push({ id, done: null, problem: isRefused ? error.message : 'the command failed here' });
      if (!isRefused) return { outcomes, failure: error };
    }
  }
  return { outcomes, failure: null };
}

function describeOutcomes(outcomes: readonly Outcome[], plan: BulkPlan, failure: unknown): readonly string[] {
  const done = outcomes.filter(({ problem }) => problem === null).length;
  const refused = outcomes.length - done - (failure === null ? 0 : 1);
  return [
    ...outcomes.map(({ id, done: change, problem }) => `Transfer ${id}: ${change ?? problem}`),
    `${done} changed, ${refused} refused, ${plan.skipped.length} skipped.`,
    ...(failure === null
      ? []
      : [
          `The command stopped after ${outcomes.length - 1} of ${plan.eligible.length}. Run it again: it goes on with the rest.`,
        ]),
  ];
}

async function runOrder(context: CommandContext, order: Order): Promise<CommandOutput> {
  const { change, confirmed } = order;
  const plan = await makePlan(context, order);
  const { count, amounts, value, worth } = summarisePlan(context.catalog, plan);
  const what = `${change.name} ${count} transfers, ${worth}`;
  const overview = [`This would ${what}.`, ...amounts.map((amount) => `  ${amount}`)];
  const skipped = describeSkipped(plan.skipped).map((text) => `  skipped: ${text}`);
  const json = { action: change.name, count, value, amounts, skipped: plan.skipped.length };
  if (confirmed === null) {
    const next = count === 0 ? [] : [`Nothing is changed. To do it, add: --confirm ${count}`];
    return { json: { ...json, dryRun: true }, lines: [...overview, ...skipped, ...next] };
  }
  if (!context.request && confirmed !== count) {
    throw new CommandRefused(
      `--confirm is ${confirmed}, but the command would ${what}. Look at the dry run again: leave --confirm out.`,
    );
  }
  const { name: action } = change;
  const isOwed = plan.eligible.some((transfer) => isOwedRefund(context.catalog, { ...transfer, deposit: transfer }));
  if (action === 'retry' || action === 'refund' || (action === 'close' && isOwed)) {
    const hasNoBound = action === 'close' || plan.eligible.some((transfer) => transfer.isMatched);
    const subjects = plan.eligible.map(({ id }) => id);
    // Without the worth, which follows the prices: the second operator's program compares the summary.
    const summary = `${action} ${count} transfers of ${amounts.join(' and ')}`;
    const demand = { action, subjects, amounts: hasNoBound ? null : plan.eligible, summary };
    if (count > 0) await demandApproval(context, context.database, demand);
  }
  const { outcomes, failure } = await changeAll(context, order, plan);
  const hasProblem = outcomes.some(({ problem }) => problem !== null);
  return {
    json: { ...json, outcomes },
    lines: describeOutcomes(outcomes, plan, failure),
    ...(hasProblem && { isFailed: true as const }),
  };
}

function parseSource({ file, where }: CommandInput['options']): Order['source'] {
  if ((file === undefined) === (where === undefined)) {
    throw new UsageError('Give either --file or --where, to say which transfers.');
  }
  if (where !== undefined) return { select: parseFilter(where) };
  return { file: file ?? '' };
}

export const bulkCommand: Command = {
  name: 'bulk',
  usages: CHANGES.map(({ name }) => name),
  summary: 'retry, hold, refund or close many transfers: by a filter, or by a file of ids',
  details:
    'Without --confirm it changes nothing, and prints how many transfers it would change and what they are worth. With --confirm and exactly that number, it changes one after the other, as the command for one transfer does, and prints each result. "retry" releases held transfers. Run it again after an interruption: what is done is skipped. With two operators, the sum counts.',
  options: {
    where: { value: '<conditions>', help: `such as state=held,reason=token_not_supported (${FILTER_KEYS.join(', ')})` },
    file: { value: '<path>', help: 'file with one id a line; "#" starts a comment' },
    confirm: { value: '<n>', help: 'the number of transfers that the dry run printed' },
  },
  isChange: true,
  parse: ({ args, options, author }) => {
    const [name = ''] = expectArguments(args, ['retry, hold, refund or close']);
    const change = CHANGES.find((candidate) => candidate.name === name);
    if (!change) throw new UsageError(`"${name}" cannot be done in bulk. Use retry, hold, refund or close.`);
    const { confirm } = options;
    const confirmed = confirm === undefined ? null : parseCount('confirm', confirm, MAX_TRANSFERS);
    const order = { change, source: parseSource(options), confirmed, author };
    return (context) => runOrder(context, order);
  },
};
