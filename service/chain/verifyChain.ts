import { rememberChain } from '../db/chains.ts';
import type { Database } from '../db/database.ts';
import { findMissingVaults, rememberVaults } from '../db/vaults.ts';
import type { Chain } from '../domain/catalog.ts';
import { vaultsOf } from '../domain/catalog.ts';
import type { ChainClient } from './chainClient.ts';
import { readHeader } from './chainClient.ts';
import { verifyChainIds } from './verifyChainIds.ts';
import { verifyCode } from './verifyVault.ts';
import { WrongChain } from './wrongChain.ts';

async function verifyDatabase(database: Database, client: ChainClient): Promise<void> {
  const { chain } = client;
  const genesis = await readHeader(client, { blockNumber: 0n });
  const known = await rememberChain(database, {
    chainId: chain.id,
    genesisHash: genesis.hash,
    depositContract: chain.depositContract,
  });
  if (known.genesisHash !== genesis.hash) {
    throw new WrongChain(
      `This database belongs to another chain: ${chain.name} (${chain.id}) had another first block when the database was created. After a restart of a test chain, use a new database.`,
    );
  }
  if (known.depositContract !== chain.depositContract) {
    throw new WrongChain(
      `This database belongs to the deposit contract ${known.depositContract} on ${chain.name}, not to ${chain.depositContract}. Correct "depositContract" in the configuration, or use a new database.`,
    );
  }
  await verifyVaults(database, chain);
}

/** Refuses a configuration without a vault that has transfers: what it paid would be paid again by another vault. */
async function verifyVaults(database: Database, chain: Chain): Promise<void> {
  const vaults = { chainId: chain.id, vaults: vaultsOf(chain) };
  const [missing] = await findMissingVaults(database, vaults);
  if (missing !== undefined) {
    throw new WrongChain(
      `This database has transfers of the vault ${missing} on ${chain.name}, which the configuration lacks. Add it to "retiredVaults": otherwise what it has paid could be paid again.`,
    );
  }
  await rememberVaults(database, vaults);
}

/**
 * Verifies that configuration, database and chain match, before the service reads deposits or pays on the chain.
 * @throws WrongChain; an RPC error when the chain is unreachable
 */
export async function verifyChain(database: Database, client: ChainClient): Promise<void> {
  await verifyChainIds(client);
  await verifyCode(client);
  await verifyDatabase(database, client);
}
