import { WrongChain } from '../chain/wrongChain.ts';
import { countSendsOfOthers, countTransfersElsewhere } from '../db/openWork.ts';
import type { EngineContext } from './engineContext.ts';

/**
 * Refuses a configuration that would forget open work: transfers of a chain that it lacks, or payments of a hot wallet that it
 * no longer names.
 * @throws WrongChain
 */
export async function verifyOpenWork({ catalog, database }: EngineContext): Promise<void> {
  const ids = catalog.chains.map(({ id }) => id);
  const [chain] = await countTransfersElsewhere(database, ids);
  if (chain) {
    throw new WrongChain(
      `This database has ${chain.count} open transfers on chain ${chain.chainId}, which the configuration lacks. Put the chain back with "enabled": false until they are finished: "npm run operator -- list" shows them.`,
    );
  }
  const senders = catalog.chains.map(({ id: chainId, hotWallet: address }) => ({ chainId, address }));
  const [sender] = await countSendsOfOthers(database, senders);
  if (sender) {
    throw new WrongChain(
      `This database has ${sender.count} unsettled payments of the hot wallet ${sender.address} on chain ${sender.chainId}, which the configuration no longer names. Put that hot wallet back until causeway_unsettled_sends is 0.`,
    );
  }
}
