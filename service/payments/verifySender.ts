import type { ChainClient } from '../chain/chainClient.ts';
import { findPaidVault } from '../chain/paymentRecords.ts';
import { readHighestNonce, readNonce } from '../chain/transactions.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { EngineContext } from '../engineContext.ts';
import type { Sender } from './senders.ts';
import { haltSender, lockSender, readSender, readSenders, rememberSender } from './senders.ts';
import { hasAnySends } from './sends.ts';

/**
 * Halts the sender if the chain's nonce is ahead of the database. Then the database was restored from an old backup, or
 * the key was used elsewhere, and the service could pay again what it has already paid.
 * @param nonce the chain's next nonce. A process stores a nonce before it sends its transaction, so the stored one,
 * read later, is at least as high.
 * @returns the reason for the halt; null if the sender isn't ahead, or is already halted
 */
export async function haltIfAhead(database: Database, { chain }: ChainClient, nonce: number): Promise<string | null> {
  const key = { chainId: chain.id, address: chain.hotWallet };
  return database.transaction(async (transaction) => {
    const sender = await lockSender(transaction, key);
    if (!sender || nonce <= sender.nextNonce) return null;
    const reason = `the hot wallet's nonce on ${chain.name} is ${nonce}, but this database has signed only up to ${sender.nextNonce}`;
    return (await haltSender(transaction, key, reason)) ? reason : null;
  });
}

// The worker requests one nonce's signature at a time, and a process can end before it stores what was signed.
const UNSTORED = 1;

/**
 * Halts the sender if the signer has signed nonces that the database lacks. Then the database was restored from a
 * backup, or a lagging standby has taken over, and what was signed since can still be mined. A single nonce can be lost
 * without that. It needs no halt: the next payment takes the same nonce, so only one of the two can be mined. What an
 * operator has accepted by ending a halt doesn't halt it again.
 * @param sender as locked by the transaction
 * @param signedTo the nonce below which the signer has signed everything, read before the lock; null if it remembers
 * nothing
 * @returns whether it halted the sender; false if the sender was already halted
 */
export async function haltIfForgotten(
  { logger, transaction }: Pick<EngineContext, 'logger'> & { readonly transaction: Transaction },
  { chain }: ChainClient,
  { sender, signedTo }: { readonly sender: Sender; readonly signedTo: number | null },
): Promise<boolean> {
  if (signedTo === null || signedTo <= Math.max(sender.nextNonce + UNSTORED, sender.signedNonce ?? 0)) return false;
  const reason = `the signer has signed the nonces of the hot wallet on ${chain.name} below ${signedTo}, but this database has those below ${sender.nextNonce}; was the database restored from a backup?`;
  if (!(await haltSender(transaction, { ...sender, signedNonce: signedTo }, reason))) return false;
  logger.fatal({ chain: chain.name }, `payments halted: ${reason}`);
  return true;
}

// What a vault has paid is known if the configuration has the vault. What operators have held or closed is known
// nowhere else.
const UNKNOWN_PAST =
  'and this database has none of them. It would pay again what a vault has paid that the configuration lacks, and what operators have held or closed. Follow "To move to a new database" in docs/operating.md.';

/** Whether the database counts the nonces of a chain's former hot wallets, up to the last one that each has used. */
async function knowsFormerWallets(database: Database, client: ChainClient): Promise<boolean> {
  const { id, hotWallet } = client.chain;
  const former = (await readSenders(database, id)).filter(({ address }) => address !== hotWallet);
  for (const { address, nextNonce } of former) {
    if ((await readHighestNonce(client, address)) > nextNonce) return false;
  }
  return former.some(({ nextNonce }) => nextNonce > 0);
}

/**
 * Reads from a chain whether this installation has paid before.
 * @returns the reason for a halt, or null
 */
async function findEarlierPayments(database: Database, client: ChainClient): Promise<string | null> {
  const { name, hotWallet } = client.chain;
  // If this nonce is too low, the whole history is paid again, so a single RPC that knows more is enough to halt.
  const nonce = await readHighestNonce(client, hotWallet);
  if (nonce > 0) return `the hot wallet ${hotWallet} has used ${nonce} nonces on ${name}, ${UNKNOWN_PAST}`;
  // A hot wallet can be new: with a new database, or after a rotation.
  if (await knowsFormerWallets(database, client)) return null;
  const vault = await findPaidVault(client);
  return vault && `the vault ${vault} has made payments on ${name}, ${UNKNOWN_PAST}`;
}

/**
 * A payment on one chain can be due because the database lacks what was decided about it, even if nothing was ever paid
 * there.
 */
async function describeUnknownPayments(
  { database, clients }: VerifiedContext,
  client: ChainClient,
): Promise<string | null> {
  const here = await findEarlierPayments(database, client);
  if (here !== null || (await hasAnySends(database))) return here;
  for (const other of clients.values()) {
    const there = other === client ? null : await findEarlierPayments(database, other);
    if (there !== null) return there;
  }
  return null;
}

type VerifiedContext = Pick<EngineContext, 'database' | 'clients'>;

/**
 * Halts the sender if the chain's nonce is ahead of the database, even of a new one.
 * @returns the reason for the halt, or null
 */
export async function verifySender(context: VerifiedContext, client: ChainClient): Promise<string | null> {
  const { database } = context;
  const { chain } = client;
  const key = { chainId: chain.id, address: chain.hotWallet };
  const nonce = await readNonce(client, chain.hotWallet);
  if (!(await readSender(database, key))) {
    const haltedReason = await describeUnknownPayments(context, client);
    await rememberSender(database, { ...key, nextNonce: nonce, haltedReason });
  }
  await haltIfAhead(database, client, nonce);
  return (await readSender(database, key))?.haltedReason ?? null;
}
