import { systemClock } from './boot/clock.ts';
import type { Catalog } from './boot/model/catalog.ts';
import { readConfig } from './boot/readConfig.ts';
import { createChainClient } from './chain/chainClient.ts';
import { WrongChain } from './chain/rpc/refusals.ts';
import { verifyChainIds } from './chain/verifyChain.ts';
import { verifyContracts } from './chain/verifyContracts.ts';
import { verifyCode } from './chain/verifyVault.ts';
import { reportFailedStart } from './reportFailedStart.ts';

/** A service starts without a chain that does not answer, so such a chain is only named. @throws WrongChain */
async function verifyChains(catalog: Catalog): Promise<void> {
  const verify = async (chain: Catalog['chains'][number]) => {
    const client = createChainClient(chain);
    try {
      await verifyChainIds(client);
      await verifyCode(client);
      await verifyContracts(catalog, client);
    } catch (error) {
      if (error instanceof WrongChain) throw error;
      console.log(`${chain.name} did not answer. Its settings were not compared with the chain.`);
    }
  };
  await Promise.all(catalog.chains.map(verify));
}

/**
 * Prints whether the service could start with its configuration, without its database: the running process can have that open.
 * A refused configuration ends this process with exit code 1, so that a restart can depend on it.
 */
export async function checkService(): Promise<void> {
  try {
    const { role, catalog } = await readConfig(process.env, systemClock.now());
    if (role !== 'api') await verifyChains(catalog);
    console.log('The configuration is valid.');
    process.exit(0);
  } catch (error) {
    reportFailedStart(error);
    process.exit(1);
  }
}
