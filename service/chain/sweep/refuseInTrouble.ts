import type { Address } from 'viem';
import { readDifferences } from '../../db/bookDifferences.ts';
import type { BookAccount } from '../../db/books.ts';
import { readLatestReadings } from '../../db/books.ts';
import { readWatches } from '../../db/chains.ts';
import { readSenders } from '../../db/senders.ts';
import { leaveOpen } from '../../domain/books/openDifferences.ts';
import { isSameAccount } from '../../domain/books/openingBalance.ts';
import type { BooksSource } from '../books/compareBooks.ts';
import { listAccounts } from '../books/compareBooks.ts';
import { SweepUnknown } from './sweepUnknown.ts';

// The comparison is daily. Half a day more leaves time for one that failed and was tried again.
const MAX_READING_SECONDS = 129_600;
const MAX_LOOK_SECONDS = 600;
// Some minutes of a fast chain. A watcher reads each new block.
const MAX_UNREAD_BLOCKS = 300n;

/** What is owed comes from the deposits of every chain, so each one must have been read up to its newest blocks. */
async function refuseUnread({ catalog, database }: BooksSource): Promise<void> {
  const watches = await readWatches(database);
  for (const { id, name } of catalog.chains) {
    const watch = watches.get(id);
    if (watch?.rewrittenReason) throw new SweepUnknown(`${name} counts as rewritten: ${watch.rewrittenReason}`);
    const ageSeconds = watch?.ageSeconds ?? null;
    if (ageSeconds === null || ageSeconds > MAX_LOOK_SECONDS) {
      throw new SweepUnknown(`the deposits of ${name} were not read in the last 10 minutes`);
    }
    const unread = watch?.unreadBlocks ?? null;
    if (unread === null || unread > MAX_UNREAD_BLOCKS) {
      throw new SweepUnknown(`the deposits of ${name} are not read up to its newest blocks yet`);
    }
  }
}

/**
 * A difference can be money that the service owes, and the next comparison begins after it. So the differences without an
 * explanation must be 0 together. A comparison of other vaults says nothing about these.
 */
async function refuseDiffering({ catalog, database, client }: BooksSource, tokens: readonly Address[]): Promise<void> {
  const { chain } = client;
  const accounts = listAccounts(catalog, chain).filter(({ account }) => account === 'vault');
  const isHere = (one: { readonly chainId: number; readonly account: BookAccount }) =>
    one.chainId === chain.id && one.account === 'vault';
  // The readings first: each one that differs is then among the differences.
  const readings = (await readLatestReadings(database)).filter(isHere);
  const unexplained = (await readDifferences(database)).filter((one) => isHere(one) && one.explanation === null);
  for (const token of tokens) {
    const last = readings.find((one) => one.token === token);
    const ofToken = unexplained.filter((one) => one.token === token);
    if (leaveOpen(ofToken) || ofToken.some(({ id }) => id === last?.id)) {
      throw new SweepUnknown('its books differ from its balances, see "npm run operator -- differences"');
    }
    if (last && !accounts.some((key) => isSameAccount(last, key))) {
      throw new SweepUnknown('its books were last compared for other vaults than the configuration has');
    }
    if (!last || last.difference === null || last.ageSeconds > MAX_READING_SECONDS) {
      throw new SweepUnknown('its books were not compared with its balances in the last 36 hours');
    }
  }
}

/**
 * The database and the chains must agree before money leaves: the claims are what the database says.
 * @throws SweepUnknown unless this is certain; DatabaseUnavailable
 */
export async function refuseInTrouble(source: BooksSource, tokens: readonly Address[]): Promise<void> {
  const { database, client } = source;
  const halted = (await readSenders(database, client.chain.id)).find(({ haltedReason }) => haltedReason !== null);
  if (halted) throw new SweepUnknown(`the hot wallet ${halted.address} is halted: ${halted.haltedReason}`);
  await refuseUnread(source);
  await refuseDiffering(source, tokens);
}
