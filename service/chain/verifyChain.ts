import { rememberChain } from '../db/chains.ts';
import type { Database } from '../db/database.ts';
import { haltSender, readSender, rememberSender } from '../db/senders.ts';
import type { ChainClient } from './chainClient.ts';
import { readHeader } from './chainClient.ts';
import { WrongChain } from './wrongChain.ts';

async function verifyChainIds({ chain, senders }: ChainClient): Promise<void> {
  const ids = await Promise.all(senders.map((sender) => sender.getChainId()));
  const wrong = ids.find((id) => id !== chain.id);
  if (wrong !== undefined) {
    throw new WrongChain(
      `An RPC of ${chain.name} serves chain ${wrong}, but "id" in the configuration is ${chain.id}. Correct "rpcUrls" or "id".`,
    );
  }
}

async function verifyContracts({ chain, reader }: ChainClient): Promise<void> {
  for (const [role, address] of [
    ['deposit', chain.depositContract],
    ['payout', chain.payoutContract],
  ] as const) {
    const code = await reader.getCode({ address });
    if (!code)
      throw new WrongChain(
        `${chain.name} has no ${role} contract at ${address}. Correct the address in the configuration, or deploy the contract.`,
      );
  }
}

async function verifyDatabase(database: Database, client: ChainClient): Promise<void> {
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
      `This database belongs to another chain: ${chain.name} (${chain.id}) had another first block when the database was created. After a restart of a test chain, use a new database.`,
    );
  }
  if (known.depositContract !== chain.depositContract || known.payoutContract !== chain.payoutContract) {
    throw new WrongChain(
      `This database belongs to other contracts on ${chain.name}: deposit contract ${known.depositContract} and payout contract ${known.payoutContract}. Correct the addresses in the configuration, or use a new database.`,
    );
  }
}

/**
 * Halts the sender when the chain's nonce is ahead of the database. Then the database was restored from an old backup, or the
 * key was used elsewhere, and the service could pay again what it has paid.
 * @returns the reason of the halt, or null
 */
async function verifySender(database: Database, { chain, reader }: ChainClient): Promise<string | null> {
  const key = { chainId: chain.id, address: chain.maker };
  const nonce = await reader.getTransactionCount({ address: chain.maker, blockTag: 'latest' });
  await rememberSender(database, key, nonce);
  const sender = await readSender(database, key);
  if (sender && nonce > sender.nextNonce) {
    await haltSender(
      database,
      key,
      `the maker's nonce on ${chain.name} is ${nonce}, but this database has signed only up to ${sender.nextNonce}`,
    );
  }
  return (await readSender(database, key))?.haltedReason ?? null;
}

/**
 * Verifies that configuration, database and chain match, before the service reads deposits or pays on the chain.
 * @returns why payments on this chain are halted, or null
 * @throws WrongChain; an RPC error when the chain is unreachable
 */
export async function verifyChain(database: Database, client: ChainClient): Promise<string | null> {
  await verifyChainIds(client);
  await verifyContracts(client);
  await verifyDatabase(database, client);
  return verifySender(database, client);
}
