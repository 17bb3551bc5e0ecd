// BOOKS. In come final balances and stored transfers; out go comparisons, differences, sweeps and exports. It moves no
// money: a sweep is a call for the owners to sign, and none is proposed while a difference is open.

import type { ChainClient } from '../chain/chainClient.ts';
import type { Queryable } from '../db/database.ts';
import { recordIncident } from '../db/incidents.ts';
import type { EngineContext } from '../engineContext.ts';
import { lockChains } from '../guards/exposure.ts';
import type { AccountComparison, AccountKey, Balances } from './compareBooks.ts';
import {
  balanceOf,
  compareBooks,
  listAccounts,
  listTokens,
  readBalances,
  readLastBookedBlock,
} from './compareBooks.ts';
import { isEqual } from './model/compareVault.ts';
import { isSameAccount, openingOf, previousEnd } from './model/openingBalance.ts';
import type { BookReading, StoredReading } from './readings.ts';
import { readLatestReadings, storeBookReadings } from './readings.ts';

// How long after a failed comparison it is tried again. The first one waits too, so that a restart doesn't read
// balances at once.
const LOOK_EVERY_MS = 60_000;
const EVERY_SECONDS = 86_400;
// A new installation makes its mistakes on the first day.
const AFTER_FIRST_SECONDS = 3600;

function toJson(value: unknown): string {
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? part.toString() : part));
}

function isDue(keys: readonly AccountKey[], stored: readonly StoredReading[]): boolean {
  return keys.some((key) => {
    const last = stored.find((reading) => isSameAccount(reading, key));
    return !last || last.ageSeconds >= (last.fromBlock === null ? AFTER_FIRST_SECONDS : EVERY_SECONDS);
  });
}

function describeDifference(chain: string, { account, token, comparison }: AccountComparison, end: bigint): string {
  const whose = account === 'vault' ? `the vaults on ${chain}` : `the hot wallet on ${chain}`;
  return `${whose} have ${comparison.difference} base units of ${token} more than the books expect, at block ${end}`;
}

function toReading(
  key: AccountKey,
  { chainId, fromBlock, toBlock, closing }: Pick<BookReading, 'chainId' | 'fromBlock' | 'toBlock' | 'closing'>,
  found: AccountComparison | undefined,
): BookReading {
  return {
    ...{ chainId, account: key.account, token: key.token, addresses: key.addresses, toBlock, closing },
    fromBlock: found ? fromBlock : null,
    difference: found?.comparison.difference ?? null,
    report: found ? toJson(found.comparison) : null,
  };
}

/**
 * Creates the worker that compares a chain's books with its balances once a day. Each comparison starts from the
 * previous one's balances, because few nodes keep old state. The first run only reads balances, and the second follows
 * after an hour.
 */
export function createBookkeeper(
  { catalog, database, clock, logger }: Pick<EngineContext, 'catalog' | 'database' | 'clock' | 'logger'>,
  client: ChainClient,
): () => Promise<boolean> {
  const { chain } = client;
  const source = { catalog, database, client };
  let lookedAt = clock.now().getTime();

  const readStored = async (from: Queryable) =>
    (await readLatestReadings(from)).filter(({ chainId }) => chainId === chain.id);

  const store = async (balances: Balances, stored: readonly StoredReading[], end: bigint): Promise<void> => {
    const start = previousEnd(stored);
    const compared =
      start === null
        ? []
        : await compareBooks(source, {
            range: { from: start + 1n, to: end },
            opening: (key) => openingOf(stored, key),
            closing: balances,
          });
    const readings = listAccounts(catalog, chain).map((key) => {
      const found = compared.find((one) => isSameAccount(one, key));
      const place = { chainId: chain.id, fromBlock: start, toBlock: end, closing: balanceOf(balances, key) };
      return toReading(key, place, found);
    });
    const differing = compared.filter(({ comparison }) => !isEqual(comparison));
    const isStored = await database.transaction(async (transaction) => {
      await lockChains(transaction, [chain.id]);
      // If another process has compared meanwhile, the difference would count twice, and two people would have to
      // explain it.
      const newest = await readStored(transaction);
      if (newest.some(({ id }) => !stored.some((before) => before.id === id))) return false;
      await storeBookReadings(transaction, readings);
      for (const one of differing) {
        const detail = describeDifference(chain.name, one, end);
        await recordIncident(transaction, { kind: 'booksDiffer', chainId: chain.id, detail });
        logger.fatal({ chain: chain.name, token: one.token, account: one.account }, `books differ: ${detail}`);
      }
      return true;
    });
    if (isStored) logger.info({ chain: chain.name, block: end, compared: compared.length }, 'books compared');
  };

  return async () => {
    const now = clock.now().getTime();
    if (now - lookedAt < LOOK_EVERY_MS) return false;
    lookedAt = now;
    const stored = await readStored(database);
    if (!isDue(listAccounts(catalog, chain), stored)) return false;
    const end = await readLastBookedBlock(source);
    const start = previousEnd(stored);
    if (end === null || (start !== null && end <= start)) return false;
    await store(await readBalances(client, listTokens(catalog, chain), end), stored, end);
    return false;
  };
}
