import type { Hash } from 'viem';
import { getAddress } from 'viem';
import { isSameAddress } from '#shared/address.ts';
import type { Chain } from '../boot/model/catalog.ts';
import { vaultsOf } from '../boot/model/catalog.ts';
import type { ChainClient } from '../chain/chainClient.ts';
import { WrongChain } from '../chain/rpc/refusals.ts';
import { readNonce, readNonceUse } from '../chain/transactions.ts';
import type { Queryable } from '../db/database.ts';
import type { EngineContext } from '../engineContext.ts';
import type { FoldedSender, Journal, JournalEntry } from './journal.ts';
import { areSettled, findForgotten, foldJournal } from './journal.ts';
import type { SendKey } from './model/payment.ts';
import { haltSender } from './senders.ts';

// Far longer than any reorg, and than the time in which an operator restores a backup.
const FOLD_AFTER_MS = 30 * 86_400_000;

async function areUsed({ clients }: EngineContext, entries: readonly JournalEntry[]): Promise<boolean> {
  const highest = new Map<string, JournalEntry>();
  for (const entry of entries) {
    const key = `${entry.chainId} ${entry.address}`;
    const before = highest.get(key);
    if (!before || before.nonce < entry.nonce) highest.set(key, entry);
  }
  for (const { chainId, address, nonce } of highest.values()) {
    const client = clients.get(chainId);
    if (!client || (await readNonce(client, getAddress(address))) <= nonce) return false;
  }
  return true;
}

/** Removes journal files whose payments have been final for a month. */
export async function foldOldJournal(context: EngineContext): Promise<false> {
  const { database, journal, logger, clock } = context;
  if (!journal) return false;
  const files = await foldJournal(journal.directory, {
    olderThan: new Date(clock.now().getTime() - FOLD_AFTER_MS),
    areFinal: async (entries) => (await areSettled(database, entries)) && areUsed(context, entries),
  });
  if (files > 0) logger.info({ files }, 'old journal files folded');
  return false;
}

/** An attempt at a payment that the journal has and the database lacks. It can still be mined. */
export type ForgottenAttempt = SendKey & { readonly transferId: Hash; readonly hash: Hash };

/** Stores the payments of forgotten attempts, so that every process knows them. */
async function rememberForgotten(database: Queryable, entries: readonly JournalEntry[]): Promise<void> {
  for (const { transferIds, hash, chainId, address, nonce } of entries) {
    await database.query(
      `insert into forgotten_attempts (transfer_id, hash, chain_id, address, nonce)
       select unnest($1::text[]), $2, $3, $4, $5 on conflict (transfer_id, hash) do nothing`,
      [transferIds, hash, chainId, address, nonce],
    );
  }
}

/** The forgotten attempts at the payments of these transfers. */
export function readForgotten(database: Queryable, transferIds: readonly Hash[]): Promise<readonly ForgottenAttempt[]> {
  return database.query<ForgottenAttempt>(
    `select transfer_id, hash, chain_id, address, nonce from forgotten_attempts
     where transfer_id = any($1) order by nonce`,
    [transferIds],
  );
}

/** Removes an attempt whose nonce is final. From then on the chain alone says whether it has paid. */
export async function removeForgotten(database: Queryable, { transferId, hash }: ForgottenAttempt): Promise<void> {
  await database.query('delete from forgotten_attempts where transfer_id = $1 and hash = $2', [transferId, hash]);
}

/** Refuses a configuration without a vault of the journal: the service would not ask that vault what it has paid. */
async function refuseUnknownVault({ folded, readPast }: Journal, chain: Chain): Promise<void> {
  const vaults = vaultsOf(chain);
  const isUnknown = ({ chainId, address, to }: FoldedSender) =>
    chainId === chain.id && to !== address && !vaults.some((vault) => isSameAddress(vault, to));
  let unknown = folded.find(isUnknown);
  for await (const entries of readPast()) unknown ??= entries.find(isUnknown);
  if (!unknown) return;
  throw new WrongChain(
    `The journal has payments of the vault ${unknown.to} on ${chain.name}, which the configuration lacks. Add it to "retiredVaults": otherwise what it has paid could be paid again.`,
  );
}

/** The entries that can still be mined. The entries of a nonce that is final on every RPC cannot. */
async function keepOpen(
  { logger }: EngineContext,
  client: ChainClient,
  entries: readonly JournalEntry[],
): Promise<readonly JournalEntry[]> {
  const open: JournalEntry[] = [];
  for (const address of new Set(entries.map((entry) => entry.address))) {
    // Full nodes soon drop old account states. Without an answer of every RPC, each of the entries counts as open.
    const use = await readNonceUse(client, getAddress(address)).catch((error: unknown) => {
      logger.warn({ err: error, chain: client.chain.name }, 'final nonce read failed, comparing the whole journal');
      return null;
    });
    open.push(...entries.filter((entry) => entry.address === address && entry.nonce >= (use?.finallyUsed ?? 0)));
  }
  return open;
}

/**
 * Compares the journals with the database before the first payment on a chain. A database that lacks an attempt is new or was
 * restored from a backup. The attempt can still be mined, so this halts its sender until an operator ends the halt, and each
 * of its transfers counts as paid until the nonce is final. From then on the chain shows its payments.
 */
export async function compareJournal(context: EngineContext, client: ChainClient): Promise<void> {
  const { database, journal, logger } = context;
  const { chain } = client;
  if (!journal) return;
  await refuseUnknownVault(journal, chain);
  const forgotten = await findForgotten(database, journal, chain.id);
  if (forgotten.length === 0) return;
  const open = await keepOpen(context, client, forgotten);
  await rememberForgotten(database, open);
  const ours = open.filter(({ address }) => address === chain.hotWallet);
  const [first] = ours;
  if (!first) return;
  const reason = `the journal has ${ours.length} signed attempts on ${chain.name} that this database lacks, for example ${first.hash} at nonce ${first.nonce}; was the database restored from a backup?`;
  await haltSender(database, { chainId: chain.id, address: chain.hotWallet }, reason);
  logger.fatal({ chain: chain.name, attempts: ours.length }, `payments halted: ${reason}`);
}
