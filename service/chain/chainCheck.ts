import { rememberChain } from '../db/chains.ts';
import type { Database } from '../db/database.ts';
import { haltSender, readSender, rememberSender } from '../db/senders.ts';
import { OperatorError } from '../operatorError.ts';
import type { ChainClient } from './chainClient.ts';
import { readHeader } from './chainClient.ts';

/** The configuration, the database and a chain do not belong together. */
export class WrongChain extends OperatorError {
  readonly code = 'WRONG_CHAIN';
}

async function checkChainIds({ chain, senders }: ChainClient): Promise<void> {
  const ids = await Promise.all(senders.map((sender) => sender.getChainId()));
  const wrong = ids.find((id) => id !== chain.id);
  if (wrong !== undefined) {
    throw new WrongChain(`An RPC of ${chain.name} serves chain ${wrong}, but the configuration says ${chain.id}.`);
  }
}

async function checkCode({ chain, reader }: ChainClient): Promise<void> {
  for (const [role, address] of [
    ['deposit', chain.depositContract],
    ['payout', chain.payoutContract],
  ] as const) {
    const code = await reader.getCode({ address });
    if (!code) throw new WrongChain(`There is no ${role} contract at ${address} on ${chain.name}.`);
  }
}

async function checkIdentity(database: Database, client: ChainClient): Promise<void> {
  const { chain } = client;
  const genesis = await readHeader(client, { blockNumber: 0n });
  const known = await rememberChain(database, {
    chainId: chain.id,
    genesisHash: genesis.hash,
    depositContract: chain.depositContract,
    payoutContract: chain.payoutContract,
  });
  if (known.genesisHash !== genesis.hash) {
    throw new WrongChain(
      `This database belongs to another chain: ${chain.name} (${chain.id}) has a different first block than when the database was made. Was the chain started anew? Then start with a new database.`,
    );
  }
  if (known.depositContract !== chain.depositContract || known.payoutContract !== chain.payoutContract) {
    throw new WrongChain(
      `This database belongs to other contracts on ${chain.name}: it was made for deposit contract ${known.depositContract} and payout contract ${known.payoutContract}.`,
    );
  }
}

/**
 * A hot wallet belongs to one database. Where the chain is ahead of it, the database was restored from a backup or the key
 * was used elsewhere, and what was sent then is not on record: nothing is paid until a person has looked.
 * @returns why the sender is halted, or null
 */
async function checkSender(database: Database, { chain, reader }: ChainClient): Promise<string | null> {
  const key = { chainId: chain.id, address: chain.maker };
  const nonce = await reader.getTransactionCount({ address: chain.maker, blockTag: 'latest' });
  await rememberSender(database, key, nonce);
  const sender = await readSender(database, key);
  if (sender && nonce > sender.nextNonce) {
    await haltSender(
      database,
      key,
      `on ${chain.name} the maker's nonce is ${nonce}, but this database has signed up to ${sender.nextNonce} only`,
    );
  }
  return (await readSender(database, key))?.haltedReason ?? null;
}

/**
 * Checks that configuration, database and chain belong together, before anything is read from the chain or paid on it.
 * @returns why payments are halted on this chain, or null
 * @throws WrongChain; an error of the RPC where the chain cannot be reached
 */
export async function checkChain(database: Database, client: ChainClient): Promise<string | null> {
  await checkChainIds(client);
  await checkCode(client);
  await checkIdentity(database, client);
  return checkSender(database, client);
}
