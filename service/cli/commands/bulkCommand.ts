import { readFile } from 'node:fs/promises';
import type { Hash } from 'viem';
import { parseHash } from '#shared/hash.ts';
import type { SelectedTransfer } from '../../db/bulkSelection.ts';
import { findSelected, selectTransfers } from '../../db/bulkSelection.ts';
import type { Catalog } from '../../domain/catalog.ts';
import { findChainById, findPinnedToken } from '../../domain/catalog.ts';
import { PRICE_DECIMALS, tokenValue } from '../../domain/price.ts';
import type { Author, Command, CommandContext, CommandInput, CommandOutput } from '../command.ts';
import { CommandRefused, UsageError } from '../command.ts';
import { describeToken } from '../findInCatalog.ts';
import { formatTokenAmount } from '../format.ts';
import { giveOrder } from '../giveOrder.ts';
import { expectArguments, parseCount } from '../parseArguments.ts';
import type { CreateSelection } from './bulkFilter.ts';
import { FILTER_KEYS, parseFilter } from './bulkFilter.ts';
import type { TransferAction } from './transferCommands.ts';
import { refuseIfPaidOut, TRANSFER_ACTIONS } from './transferCommands.ts';

const MAX_TRANSFERS = 10_000;

type Bulk = {
  readonly action: TransferAction;
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

async function selectAll(context: CommandContext, { source }: Bulk): Promise<readonly SelectedTransfer[]> {
  if ('file' in source) return findAll(context, await readIds(source.file));
  return selectTransfers(context.database, source.select(context.catalog, MAX_TRANSFERS));
}

type TokenSum = Pick<SelectedTransfer, 'chainId' | 'token' | 'amount'>;

function sumByToken(transfers: readonly SelectedTransfer[]): readonly TokenSum[] {
  const sums = new Map<string, TokenSum>();
  for (const { chainId, token, amount } of transfers) {
    const key = `${chainId} ${token}`;
    sums.set(key, { chainId, token, amount: (sums.get(key)?.amount ?? 0n) + amount });
  }
  return [...sums.values()];
}

/** The value at the configured prices; null when a token has none. */
function sumValue(catalog: Catalog, sums: readonly TokenSum[]): bigint | null {
  let total = 0n;
  for (const { chainId, token, amount } of sums) {
    const chain = findChainById(catalog, BigInt(chainId));
    const pinned = chain && findPinnedToken(catalog, chain, token);
    if (!pinned) return null;
    total += tokenValue(amount, { decimals: pinned.deployment.decimals, price: pinned.token.price });
  }
  return total;
}

/** How many transfers, in which states, and what they are worth. */
function summarise(catalog: Catalog, transfers: readonly SelectedTransfer[]) {
  const sums = sumByToken(transfers);
  const value = sumValue(catalog, sums);
  const amounts = sums.map((sum) => {
    const chainName = findChainById(catalog, BigInt(sum.chainId))?.name ?? `chain ${sum.chainId}`;
    return `${formatTokenAmount(sum.amount, describeToken(catalog, sum))} on ${chainName}`;
  });
  const worth =
    value === null
      ? 'of unknown value'
      : `worth ${formatTokenAmount(value, { decimals: PRICE_DECIMALS, name: catalog.priceLabel?.currency ?? 'in the currency of the prices' })}`;
  const counts = new Map<string, number>();
  for (const { state } of transfers) counts.set(state, (counts.get(state) ?? 0) + 1);
  const states = [...counts].map(([state, count]) => `${count} ${count === 1 ? 'is' : 'are'} ${state}`);
  return { count: transfers.length, amounts, value, worth, states };
}

type Outcome = {
  readonly id: Hash;
  readonly text: string;
  readonly kind: 'changed' | 'waiting' | 'refused' | 'failed';
  /** The order that waits for a second operator. */
  readonly order: bigint | null;
};

async function changeOne(context: CommandContext, { action, author }: Bulk, id: Hash): Promise<Outcome> {
  const remarks = action === 'refund' ? await refuseIfPaidOut(context, id) : [];
  const order = await giveOrder(context, { action, subject: id, author });
  const isWaiting = order.appliedAt === null;
  const text = [isWaiting ? `order ${order.id} waits for another operator` : order.detail, ...remarks].join('. ');
  return { id, text, kind: isWaiting ? 'waiting' : 'changed', order: isWaiting ? order.id : null };
}

/** Gives one order after the other, each in its own transaction. It ends at the first failure that is no refusal. */
async function changeAll(context: CommandContext, bulk: Bulk, transfers: readonly SelectedTransfer[]) {
  const outcomes: Outcome[] = [];
  for (const { id } of transfers) {
    try {
      outcomes.push(await changeOne(context, bulk, id));
    } catch (error) {
      const isRefused = error instanceof CommandRefused;
      const text = isRefused ? error.message : 'the command failed here';
      outcomes.push({ id, text, kind: isRefused ? 'refused' : 'failed', order: null });
      if (!isRefused) break;
    }
  }
  return outcomes;
}

function describeOutcomes(outcomes: readonly Outcome[], count: number): readonly string[] {
  const countOf = (wanted: Outcome['kind']) => outcomes.filter(({ kind }) => kind === wanted).length;
  const orders = outcomes.flatMap(({ order }) => (order === null ? [] : [order]));
  return [
    ...outcomes.map(({ id, text }) => `Transfer ${id}: ${text}`),
    `${countOf('changed')} changed, ${orders.length} waiting, ${countOf('refused')} refused.`,
    ...(orders.length > 0 ? [`For the other operator: npm run operator -- approve ${orders.join(' ')} --why "…"`] : []),
    ...(countOf('failed') > 0
      ? [`The command stopped after ${outcomes.length - 1} of ${count}. Run it again: it goes on with the rest.`]
      : []),
  ];
}

async function runBulk(context: CommandContext, bulk: Bulk): Promise<CommandOutput> {
  const { action, confirmed } = bulk;
  const transfers = await selectAll(context, bulk);
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
  const outcomes = await changeAll(context, bulk, transfers);
  return {
    json: { ...json, outcomes },
    lines: describeOutcomes(outcomes, count),
    ...(outcomes.some(({ kind }) => kind === 'waiting') && { isPending: true }),
    ...(outcomes.some(({ kind }) => kind === 'refused' || kind === 'failed') && { isFailed: true }),
  };
}

function parseSource({ file, where }: CommandInput['options']): Bulk['source'] {
  if ((file === undefined) === (where === undefined)) {
    throw new UsageError('Give either --file or --where, to say which transfers.');
  }
  if (where !== undefined) return { select: parseFilter(where) };
  return { file: file ?? '' };
}

export const bulkCommand: Command = {
  name: 'bulk',
  usages: TRANSFER_ACTIONS,
  summary: 'retry, hold, refund or close many transfers: by a filter, or by a file of ids',
  details:
    'Without --confirm it changes nothing, and prints how many transfers it would change and what they are worth. With --confirm and exactly that number, it changes one after the other, as the command for one transfer does, and prints each result. Each is a separate order: it waits if it needs a second operator, and is refused if the state of its transfer does not allow it. Run it again after an interruption.',
  options: {
    where: { value: '<conditions>', help: `such as state=held,reason=token_not_supported (${FILTER_KEYS.join(', ')})` },
    file: { value: '<path>', help: 'file with one id a line; "#" starts a comment' },
    confirm: { value: '<n>', help: 'the number of transfers that the dry run printed' },
  },
  isChange: true,
  parse: ({ args, options, author }) => {
    const [name = ''] = expectArguments(args, ['retry, hold, refund or close']);
    const action = TRANSFER_ACTIONS.find((candidate) => candidate === name);
    if (!action) throw new UsageError(`"${name}" cannot be done in bulk. Use retry, hold, refund or close.`);
    const { confirm } = options;
    const confirmed = confirm === undefined ? null : parseCount('confirm', confirm, MAX_TRANSFERS);
    const bulk = { action, source: parseSource(options), confirmed, author };
    return (context) => runBulk(context, bulk);
  },
};
