import { readFile } from 'node:fs/promises';
import type { Hash } from 'viem';
import { parseAddress } from '#shared/address.ts';
import { parseHash } from '#shared/hash.ts';
import { REASON_CODES } from '#shared/wire/reasons.ts';
import type { Catalog } from '../../boot/model/catalog.ts';
import { findChainById, findPinnedToken } from '../../boot/model/catalog.ts';
import { TRANSFER_STATES } from '../../deposits/model/transfer.ts';
import type { Selection } from '../../deposits/readTransfers.ts';
import { readTransfers } from '../../deposits/readTransfers.ts';
import type { Transfer } from '../../deposits/transfers.ts';
import { PRICE_DECIMALS, tokenValue } from '../../quotes/model/price.ts';
import type { Author, Command, CommandContext, CommandInput, CommandOutput } from './command.ts';
import {
  CommandRefused,
  expectArguments,
  formatTokenAmount,
  parseCount,
  parseDuration,
  UsageError,
} from './command.ts';
import { describeToken, requireChain } from './findInCatalog.ts';
import { giveOrder } from './giveOrder.ts';
import type { TransferAction } from './transferCommands.ts';
import { refuseIfPaidOut, TRANSFER_ACTIONS } from './transferCommands.ts';

const FILTER_KEYS = ['state', 'reason', 'chain', 'token', 'older-than'] as const;
type FilterKey = (typeof FILTER_KEYS)[number];

function parsePairs(text: string): ReadonlyMap<FilterKey, string> {
  const pairs = new Map<FilterKey, string>();
  for (const part of text.split(',')) {
    const [name = '', ...rest] = part.split('=');
    const key = FILTER_KEYS.find((candidate) => candidate === name.trim());
    const value = rest.join('=').trim();
    if (!key || value === '') {
      throw new UsageError(
        `--where must be conditions such as state=held,reason=token_not_supported; got "${part}". The conditions are ${FILTER_KEYS.join(', ')}.`,
      );
    }
    if (pairs.has(key)) throw new UsageError(`--where has two conditions for ${key}.`);
    pairs.set(key, value);
  }
  return pairs;
}

function requireTokens(catalog: Catalog, text: string): NonNullable<Selection['tokens']> {
  const address = parseAddress(text);
  if (address) return catalog.chains.map(({ id: chainId }) => ({ chainId, address }));
  const token = catalog.tokens.find(({ name }) => name === text);
  if (!token) {
    const known = catalog.tokens.map(({ name }) => name).join(', ');
    throw new UsageError(`Unknown token "${text}". Give an address, or one of ${known}.`);
  }
  return catalog.chains.flatMap(({ id: chainId, name }) => {
    const deployment = token.deployments.get(name);
    return deployment ? [{ chainId, address: deployment.address }] : [];
  });
}

type CreateSelection = (catalog: Catalog, limit: number) => Selection;

/** Parses the conditions at once; the returned function looks their names up in the catalog. @throws UsageError */
function parseFilter(text: string): CreateSelection {
  const pairs = parsePairs(text);
  const [stateText, reason = null] = [pairs.get('state'), pairs.get('reason')];
  const state = TRANSFER_STATES.find((candidate) => candidate === stateText);
  if (!state) throw new UsageError(`--where needs state=, one of ${TRANSFER_STATES.join(', ')}.`);
  if (reason !== null && !REASON_CODES.some((code) => code === reason)) {
    throw new UsageError(`Unknown reason "${reason}". docs/interface.md lists the reasons.`);
  }
  const [chain, token, olderThan] = [pairs.get('chain'), pairs.get('token'), pairs.get('older-than')];
  const olderThanMs = olderThan === undefined ? 0 : parseDuration('where older-than', olderThan);
  return (catalog, limit) => ({
    ...{ state, reason, olderThanMs, limit },
    chainId: chain === undefined ? null : requireChain(catalog, chain).id,
    tokens: token === undefined ? null : requireTokens(catalog, token),
  });
}

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

async function findAll(context: CommandContext, ids: readonly Hash[]): Promise<readonly Transfer[]> {
  const found = await readTransfers(context.database, { ids });
  const missing = ids.find((id) => !found.some((transfer) => transfer.id === id));
  if (missing === undefined) return found;
  throw new CommandRefused(`The database has no transfer with the id ${missing}.`);
}

async function selectAll(context: CommandContext, { source }: Bulk): Promise<readonly Transfer[]> {
  if ('file' in source) return findAll(context, await readIds(source.file));
  return readTransfers(context.database, { selection: source.select(context.catalog, MAX_TRANSFERS) });
}

type TokenSum = Pick<Transfer['deposit'], 'chainId' | 'token' | 'amount'>;

function sumByToken(transfers: readonly Transfer[]): readonly TokenSum[] {
  const sums = new Map<string, TokenSum>();
  for (const { deposit } of transfers) {
    const { chainId, token, amount } = deposit;
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
function summarise(catalog: Catalog, transfers: readonly Transfer[]) {
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
  const states = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([state, count]) => `${count} ${count === 1 ? 'is' : 'are'} ${state}`);
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
async function changeAll(context: CommandContext, bulk: Bulk, transfers: readonly Transfer[]) {
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
    ...(orders.length > 0 ? [`For the other operator: causeway approve ${orders.join(' ')} --why "…"`] : []),
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
