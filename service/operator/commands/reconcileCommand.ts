import type { AccountComparison, AccountKey, Balances, BooksPeriod, BooksSource } from '../../books/compareBooks.ts';
import {
  balanceOf,
  compareBooks,
  findBlockBefore,
  listAccounts,
  listTokens,
  readBalances,
  readLastBookedBlock,
} from '../../books/compareBooks.ts';
import type { Mismatch } from '../../books/model/compareVault.ts';
import { isEqual } from '../../books/model/compareVault.ts';
import { openingOf, previousEnd } from '../../books/model/openingBalance.ts';
import { readLatestReadings } from '../../books/readings.ts';
import { describeError } from '../../boot/log.ts';
import type { Catalog, Chain } from '../../boot/model/catalog.ts';
import type { ChainClient } from '../../chain/chainClient.ts';
import { DatabaseUnavailable } from '../../db/database.ts';
import type { Command, CommandContext, Period } from './command.ts';
import { CommandRefused, expectArguments, formatTokenAmount, parsePeriod } from './command.ts';
import { describeAccountToken } from './findInCatalog.ts';

/** A chain's comparison, or why it could not be done. */
type ChainBooks = { readonly chain: Chain } & (
  | {
      readonly kind: 'compared';
      readonly from: bigint;
      readonly to: bigint;
      readonly accounts: readonly AccountComparison[];
      /** The accounts that are new since the last reading and whose balance was unknown then. */
      readonly unopened: readonly AccountKey[];
    }
  | { readonly kind: 'failed'; readonly problem: string }
);

type TokenName = { readonly name: string; readonly decimals: number | null };

function describeMismatch({ hash, amount, what }: Mismatch, token: TokenName): string {
  return `    ${formatTokenAmount(amount, token)}: ${what}, ${hash ?? 'in an unknown transaction'}`;
}

function describeParts({ account, comparison }: AccountComparison): readonly (readonly [string, bigint])[] {
  if (account === 'hotWallet') {
    const { opening, received, burnt, closing } = comparison;
    return [
      ['opening', opening],
      ['received', received],
      ['burnt', -burnt],
      ['closing', closing],
    ];
  }
  const { opening, deposits, dust, payouts, refunds, swept, withdrawn, received, closing } = comparison;
  return [
    ...([
      ['opening', opening],
      ['deposits', deposits],
      ['dust', dust],
      ['payouts', -payouts],
      ['refunds', -refunds],
    ] as const),
    ...([
      ['swept', -swept],
      ['withdrawn', -withdrawn],
      ['received', received],
      ['closing', closing],
    ] as const),
  ];
}

function describeVerdict(one: AccountComparison, token: TokenName): string {
  const { difference } = one.comparison;
  if (isEqual(one.comparison)) return 'equal';
  if (one.account === 'vault') {
    return `differs by ${formatTokenAmount(difference, token)}, unexplained ${formatTokenAmount(one.comparison.unexplained, token)}`;
  }
  const { unknown } = one.comparison;
  const costs = unknown === 0 ? '' : `, and the cost of ${unknown} transactions is unknown`;
  return `differs by ${formatTokenAmount(difference, token)}${costs}`;
}

function describeAccount(catalog: Catalog, chain: Chain, one: AccountComparison): readonly string[] {
  const isVault = one.account === 'vault';
  const { token, head: named } = nameAccount(catalog, chain, one);
  const parts = describeParts(one).filter(
    ([name, amount]) => amount !== 0n || name === 'opening' || name === 'closing',
  );
  const sums = parts.map(([name, amount]) => `${name} ${formatTokenAmount(amount, { ...token, name: '' }).trim()}`);
  const head = `${named}: ${describeVerdict(one, token)} (${sums.join(', ')})`;
  return [head, ...(isVault ? one.comparison.mismatches.map((mismatch) => describeMismatch(mismatch, token)) : [])];
}

function nameAccount(catalog: Catalog, chain: Chain, { account, token }: Pick<AccountKey, 'account' | 'token'>) {
  const named = describeAccountToken(catalog, { account, chainId: chain.id, token });
  return { token: named, head: `${chain.name}  ${named.name}  ${account === 'vault' ? 'vault' : 'hot wallet'}` };
}

function describeUnopened(catalog: Catalog, { chain, from }: ChainBooks & { readonly from: bigint }, key: AccountKey) {
  const what = key.account === 'vault' ? 'the token or a vault is new' : 'the hot wallet is new';
  const { head } = nameAccount(catalog, chain, key);
  return `${head}: not compared yet: ${what} since block ${from}, and the endpoints gave no balance there. The worker compares it from its next reading on`;
}

/** One line for each account of each chain, and one for each transaction in which the books and the chain differ. */
function describeBooks(catalog: Catalog, books: readonly ChainBooks[]): readonly string[] {
  return books.flatMap((one) =>
    one.kind === 'failed'
      ? [`${one.chain.name}  could not be compared: ${one.problem}`]
      : [
          ...one.accounts.flatMap((account) => describeAccount(catalog, one.chain, account)),
          ...one.unopened.map((key) => describeUnopened(catalog, one, key)),
          `${one.chain.name}  compared after block ${one.from}, up to block ${one.to}`,
        ],
  );
}

/** Whether every account of every chain was compared and is equal. */
function areEqual(books: readonly ChainBooks[]): boolean {
  return books.every(
    (one) =>
      one.kind === 'compared' &&
      one.unopened.length === 0 &&
      one.accounts.every(({ comparison }) => isEqual(comparison)),
  );
}

async function requireLastBlock(source: BooksSource): Promise<bigint> {
  const last = await readLastBookedBlock(source);
  if (last === null) throw new CommandRefused('the service has not read a final block of it yet');
  return last;
}

// Beyond this, reading the logs of all blocks takes too long.
const MAX_FIRST_READS = 2000n;

/** The period since the deposit contract exists, for a chain without stored balances. */
async function sinceStart(source: BooksSource, end: bigint): Promise<BooksPeriod> {
  const { catalog, client } = source;
  const { startBlock, blockRange } = client.chain;
  const start = startBlock > 0n ? startBlock - 1n : 0n;
  const tokens = listTokens(catalog, client.chain);
  // The balances before the first deposit: earlier funds in the vault are not a difference.
  const opened = (end - start) / BigInt(blockRange) > MAX_FIRST_READS ? null : await readOldBalances(source, start);
  if (opened === null || end <= start) {
    throw new CommandRefused(
      `no balance is stored to begin with, and the endpoints give none of block ${start}. The worker stores the first one a minute after its start, and compares it an hour later: run this again then`,
    );
  }
  const closing = await readBalances(client, tokens, end);
  return { range: { from: start + 1n, to: end }, opening: (key) => balanceOf(opened, key), closing };
}

/** The balances at an old block; null if the endpoints don't return them, as most drop old state. */
async function readOldBalances({ catalog, client }: BooksSource, block: bigint): Promise<Balances | null> {
  try {
    return await readBalances(client, listTokens(catalog, client.chain), block);
  } catch {
    return null;
  }
}

/**
 * The period since the newest stored balances. An account that is new since then begins with its balance at that block.
 */
async function sinceLastReading(source: BooksSource): Promise<BooksPeriod> {
  const { catalog, database, client } = source;
  const stored = (await readLatestReadings(database)).filter(({ chainId }) => chainId === client.chain.id);
  const start = previousEnd(stored);
  const end = await requireLastBlock(source);
  if (start === null) return sinceStart(source, end);
  if (end <= start) throw new CommandRefused(`no block is final since the last reading, at block ${start}`);
  const isNew = listAccounts(catalog, client.chain).some((key) => openingOf(stored, key) === null);
  const opened = isNew ? await readOldBalances(source, start) : null;
  const closing = await readBalances(client, listTokens(catalog, client.chain), end);
  return {
    range: { from: start + 1n, to: end },
    opening: (key) => openingOf(stored, key) ?? (opened && balanceOf(opened, key)),
    closing,
  };
}

/** A period by the times of the blocks. */
async function between(source: BooksSource, { from, to }: Period): Promise<BooksPeriod> {
  const { catalog, client } = source;
  const { startBlock } = client.chain;
  const known = { from: startBlock > 0n ? startBlock - 1n : 0n, to: await requireLastBlock(source) };
  const start = (await findBlockBefore(client, from, known)) ?? known.from;
  const end = await findBlockBefore(client, to, known);
  if (end === null || end <= start) throw new CommandRefused('the chain has no final block in the period');
  const tokens = listTokens(catalog, client.chain);
  const opened = await readBalances(client, tokens, start);
  const closing = await readBalances(client, tokens, end);
  return { range: { from: start + 1n, to: end }, opening: (key) => balanceOf(opened, key), closing };
}

async function compareChain(
  { catalog, database }: CommandContext,
  client: ChainClient,
  period: Period | null,
): Promise<ChainBooks> {
  const { chain } = client;
  const source = { catalog, database, client };
  try {
    const found = await (period === null ? sinceLastReading(source) : between(source, period));
    const accounts = await compareBooks(source, found);
    const unopened = listAccounts(catalog, chain).filter((key) => found.opening(key) === null);
    return { chain, kind: 'compared', from: found.range.from - 1n, to: found.range.to, accounts, unopened };
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    if (error instanceof CommandRefused) return { chain, kind: 'failed', problem: error.message };
    const [sentence = ''] = describeError(error).message.split('\n');
    return { chain, kind: 'failed', problem: `${sentence.replace(/\.$/, '')}. Many endpoints keep no old state` };
  }
}

export const reconcileCommand: Command = {
  name: 'reconcile',
  usages: ['', '--from <day> --to <day>'],
  summary: 'compare the books with the balances of the vaults and the hot wallet',
  details:
    'Without a period, it begins with the balances that the service stored last, or before the first deposit if it has stored none, and ends at the newest final block. A period needs endpoints that keep the state of its blocks. The exit code is 1 if anything differs or could not be compared. A new token, vault or hot wallet without an opening balance is named, and counts as not compared.',
  options: {
    from: { value: '<day>', help: 'a day or a second in UTC, such as 2026-11-01 or 2026-11-01T12:00:00Z' },
    to: { value: '<day>', help: 'the same; the period ends before it' },
  },
  isChange: false,
  parse: ({ args, options }) => {
    expectArguments(args, []);
    const period = options.from === undefined && options.to === undefined ? null : parsePeriod(options);
    return async (context) => {
      const books = await Promise.all(
        [...context.clients.values()].map((client) => compareChain(context, client, period)),
      );
      const json = books.map(({ chain, ...rest }) => ({ chain: chain.name, chainId: chain.id, ...rest }));
      return { json, lines: describeBooks(context.catalog, books), isFailed: !areEqual(books) };
    };
  },
};
