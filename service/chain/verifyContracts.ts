import type { Catalog } from '../boot/model/catalog.ts';
import type { ChainClient } from './chainClient.ts';
import { verifyFamily, verifyTokens } from './verifyChain.ts';
import { verifyMainnetVault, verifyVault } from './verifyVault.ts';

/**
 * Verifies what the configuration says about a chain, its vault and its tokens.
 * @throws WrongChain; an RPC error if the chain is unreachable
 */
export async function verifyContracts(catalog: Catalog, client: ChainClient): Promise<void> {
  await verifyFamily(client);
  await verifyVault(catalog, client);
  await verifyMainnetVault(catalog, client);
  await verifyTokens(catalog, client);
}
