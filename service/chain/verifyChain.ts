import { rememberChain } from '../db/chains.ts';
import type { Database } from '../db/database.ts';
import { readSender, rememberSender } from '../db/senders.ts';
import { findMissingVaults, rememberVaults } from '../db/vaults.ts';
import type { Chain } from '../domain/catalog.ts';
import { vaultsOf } from '../domain/catalog.ts';
import type { ChainClient } from './chainClient.ts';
import { readHeader } from './chainClient.ts';
import { haltIfAhead } from './haltIfAhead.ts';
import { readHighestNonce } from './nonceUse.ts';
import { readNonce } from './transactions.ts';
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

/** An empty database does not know what the hot wallet has paid, nor from which vaults. */
function describeUnknownPayments({ name, hotWallet }: Chain, nonce: number): string | null {
  if (nonce === 0) return null;
  return `the hot wallet ${hotWallet} has used ${nonce} nonces on ${name}, and this database has none of them. It would pay again what a vault has paid that the configuration lacks. Follow "To move to a new database" in the runbook.`;
}

/**
 * Halts the sender when the chain's nonce is ahead of the database, also of a new one.
 * @returns the reason of the halt, or null
 */
async function verifySender(database: Database, client: ChainClient): Promise<string | null> {
  const { chain } = client;
  const key = { chainId: chain.id, address: chain.hotWallet };
  const nonce = await readNonce(client, chain.hotWallet);
  // Only here a too low answer would have the history paid again, so one RPC that knows more is enough to halt.
  const used = (await readSender(database, key)) ? nonce : await readHighestNonce(client, chain.hotWallet);
  await rememberSender(database, { ...key, nextNonce: nonce, haltedReason: describeUnknownPayments(chain, used) });
  await haltIfAhead(database, client, nonce);
  return (await readSender(database, key))?.haltedReason ?? null;
}

/**
 * Verifies that configuration, database and chain match, before the service reads deposits or pays on the chain.
 * @returns why payments on this chain are halted, or null
 * @throws WrongChain; an RPC error when the chain is unreachable
 */
export async function verifyChain(database: Database, client: ChainClient): Promise<string | null> {
  await verifyChainIds(client);
  await verifyCode(client);
  await verifyDatabase(database, client);
  return verifySender(database, client);
}
