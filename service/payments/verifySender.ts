import type { Chain } from '../boot/model/catalog.ts';
import type { ChainClient } from '../chain/chainClient.ts';
import { readHighestNonce, readNonce } from '../chain/transactions.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { EngineContext } from '../engineContext.ts';
import type { Sender } from './senders.ts';
import { haltSender, lockSender, readSender, rememberSender } from './senders.ts';

/**
 * Halts the sender when the chain's nonce is ahead of the database. Then the database was restored from an old backup, or the
 * key was used elsewhere, and the service could pay again what it has paid.
 * @param nonce the chain's next nonce. A process stores a nonce before it sends its transaction, so the stored one, read
 * later, is at least as high.
 * @returns the reason of the halt; null where the sender is not ahead, or is halted already
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

// The worker asks for the signature of one nonce at a time, and a process can end before it stores what was signed.
const UNSTORED = 1;

/**
 * Halts the sender when the signer has signed nonces that the database lacks. Then the database was restored from a backup, or a
 * standby that lagged behind has taken over, and what was signed since can still be mined. A single nonce can be lost without that.
 * It needs no halt: the next payment takes the same nonce, so only one of the two can be mined. What an operator has accepted by
 * ending the halt does not halt it again.
 * @param sender as the transaction has locked it
 * @param signedTo the nonce below which the signer has signed everything, read before the lock; null where it remembers nothing
 * @returns whether it halted the sender; false where the sender was halted before
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

/** An empty database does not know what the hot wallet has paid, nor from which vaults. */
function describeUnknownPayments({ name, hotWallet }: Chain, nonce: number): string | null {
  if (nonce === 0) return null;
  return `the hot wallet ${hotWallet} has used ${nonce} nonces on ${name}, and this database has none of them. It would pay again what a vault has paid that the configuration lacks. Follow "To move to a new database" in the runbook.`;
}

/**
 * Halts the sender when the chain's nonce is ahead of the database, also of a new one.
 * @returns the reason of the halt, or null
 */
export async function verifySender(database: Database, client: ChainClient): Promise<string | null> {
  const { chain } = client;
  const key = { chainId: chain.id, address: chain.hotWallet };
  const nonce = await readNonce(client, chain.hotWallet);
  // Only here a too low answer would have the history paid again, so one RPC that knows more is enough to halt.
  const used = (await readSender(database, key)) ? nonce : await readHighestNonce(client, chain.hotWallet);
  await rememberSender(database, { ...key, nextNonce: nonce, haltedReason: describeUnknownPayments(chain, used) });
  await haltIfAhead(database, client, nonce);
  return (await readSender(database, key))?.haltedReason ?? null;
}
