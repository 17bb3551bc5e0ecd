import { getAddress } from 'viem';
import { isSameAddress } from '#shared/address.ts';
import type { ChainClient } from '../../chain/chainClient.ts';
import { readNonceUse } from '../../chain/nonceUse.ts';
import { WrongChain } from '../../chain/wrongChain.ts';
import type { FoldedSender } from '../../db/foldJournal.ts';
import { rememberForgotten } from '../../db/forgottenAttempts.ts';
import type { Journal } from '../../db/journal.ts';
import { findForgotten } from '../../db/journal.ts';
import type { JournalEntry } from '../../db/journalFiles.ts';
import { haltSender } from '../../db/senders.ts';
import type { Chain } from '../../domain/catalog.ts';
import { vaultsOf } from '../../domain/catalog.ts';
import type { EngineContext } from '../engineContext.ts';

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
