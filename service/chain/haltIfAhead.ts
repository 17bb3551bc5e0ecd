import type { Database } from '../db/database.ts';
import { haltSender, lockSender } from '../db/senders.ts';
import type { ChainClient } from './chainClient.ts';

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
  const key = { chainId: chain.id, address: chain.hotWallet };
  return database.transaction(async (transaction) => {
    const sender = await lockSender(transaction, key);
    if (!sender || signedTo <= sender.nextNonce + UNSTORED) return null;
    const reason = `the signer has signed the nonces of the hot wallet on ${chain.name} below ${signedTo}, but this database has those below ${sender.nextNonce}; was the database restored from a backup?`;
    return (await haltSender(transaction, key, reason)) ? reason : null;
  });
}
