import type { BooksPeriod, BooksSource } from '../../chain/books/compareBooks.ts';
import {
  balanceOf,
  compareBooks,
  listAccounts,
  listTokens,
  readLastBookedBlock,
} from '../../chain/books/compareBooks.ts';
import { findBlockBefore } from '../../chain/books/findBlockBefore.ts';
import type { Balances } from '../../chain/books/readBalances.ts';
import { readBalances } from '../../chain/books/readBalances.ts';
import type { ChainClient } from '../../chain/chainClient.ts';
import { readLatestReadings } from '../../db/books.ts';
import { DatabaseUnavailable } from '../../db/database.ts';
import { openingOf, previousEnd } from '../../domain/books/openingBalance.ts';
import { describeError } from '../../log/logger.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandRefused } from '../command.ts';
import type { Period } from '../parseArguments.ts';
import { expectArguments, parsePeriod } from '../parseArguments.ts';
import type { ChainBooks } from './describeBooks.ts';
import { areEqual, describeBooks } from './describeBooks.ts';

async function requireLastBlock(source: BooksSource): Promise<bigint> {
  const last = await readLastBookedBlock(source);
  if (last === null) throw new CommandRefused('the service has not read a final block of it yet');
  return last;
}

// Beyond this, the logs of all blocks take too long.
const MAX_FIRST_READS = 2000n;

/** The period since the deposit contract exists, for a chain without stored balances. */
async function sinceStart(source: BooksSource, end: bigint): Promise<BooksPeriod> {
  const { catalog, client } = source;
  const { startBlock, blockRange } = client.chain;
  const start = startBlock > 0n ? startBlock - 1n : 0n;
  const tokens = listTokens(catalog, client.chain);
  // The balances before the first deposit: funds that the vault has from earlier are no difference.
  const opened = (end - start) / BigInt(blockRange) > MAX_FIRST_READS ? null : await readOldBalances(source, start);
  if (opened === null || end <= start) {
    throw new CommandRefused(
      `no balance is stored to begin with, and the endpoints give none of block ${start}. The worker stores the first one a minute after its start, and compares it an hour later: run this again then`,
    );
  }
  const closing = await readBalances(client, tokens, end);
  return { range: { from: start + 1n, to: end }, opening: (key) => balanceOf(opened, key), closing };
}

/** The balances at an old block; null where the endpoints do not give them, as most drop old state. */
async function readOldBalances({ catalog, client }: BooksSource, block: bigint): Promise<Balances | null> {
  try {
    return await readBalances(client, listTokens(catalog, client.chain), block);
  } catch {
    return null;
  }
}

/** The period since the newest stored balances. An account that is new since then begins with its balance there. */
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
  if (end === null || end <= start) throw new CommandRefused('the period has no final block of it');
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
    'Without a period, it begins with the balances that the service stored last, or before the first deposit if it has stored none, and ends with the newest final block. A period needs endpoints that keep the state of its blocks. The exit code is 1 when anything differs or could not be compared. A new token, vault or hot wallet without a balance to begin with is named, and counts as not compared.',
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
