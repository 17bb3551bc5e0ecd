import type { Chain } from '../boot/model/catalog.ts';
import type { ChainClient } from '../chain/chainClient.ts';
import { readHighestNonce, readNonce } from '../chain/transactions.ts';
import type { Database } from '../db/database.ts';
import { haltSender, lockSender, readSender, rememberSender } from './senders.ts';

/** Halts the sender where `describe` has a reason for its next nonce. Returns null where it is halted already. */
function haltIf(database: Database, chain: Chain, describe: (nextNonce: number) => string | null) {
  const key = { chainId: chain.id, address: chain.hotWallet };
  return database.transaction(async (transaction) => {
    const sender = await lockSender(transaction, key);
    const reason = sender ? describe(sender.nextNonce) : null;
    return reason !== null && (await haltSender(transaction, key, reason)) ? reason : null;
  });
}

/**
 * Halts the sender when the chain's nonce is ahead of the database. Then the database was restored from an old backup, or the
 * key was used elsewhere, and the service could pay again what it has paid.
 * @param nonce the chain's next nonce. A process stores a nonce before it sends its transaction, so the stored one, read
 * later, is at least as high.
 * @returns the reason of the halt; null where the sender is not ahead, or is halted already
 */
export async function haltIfAhead(database: Database, { chain }: ChainClient, nonce: number): Promise<string | null> {
  return haltIf(database, chain, (nextNonce) => {
    if (nonce <= nextNonce) return null;
    return `the hot wallet's nonce on ${chain.name} is ${nonce}, but this database has signed only up to ${nextNonce}`;
  });
}

// The worker asks for the signature of one nonce at a time, and a process can end before it stores what was signed.
const UNSTORED = 1;

/**
 * Halts the sender when the signer has signed nonces that the database lacks. Then the database was restored from a backup, and
 * what was signed since can still be mined. A single nonce can be lost without a restore. It needs no halt: the next payment takes
 * the same nonce, so only one of the two can be mined.
 * @param signedTo the nonce below which the signer remembers to have signed everything
 * @returns the reason of the halt; null where the database lacks nothing, or the sender is halted already
 */
export async function haltIfForgotten(
  database: Database,
  { chain }: ChainClient,
  signedTo: number,
): Promise<string | null> {
  return haltIf(database, chain, (nextNonce) => {
    if (signedTo <= nextNonce + UNSTORED) return null;
    return `the signer has signed the nonces of the hot wallet on ${chain.name} below ${signedTo}, but this database has those below ${nextNonce}; was the database restored from a backup?`;
  });
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
