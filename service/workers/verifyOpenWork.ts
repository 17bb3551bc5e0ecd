import { WrongChain } from '../chain/wrongChain.ts';
import { countSendsOfOthers, countTransfersElsewhere } from '../db/openWork.ts';
import type { EngineContext } from './engineContext.ts';

/**
 * Refuses a configuration that would forget open work: transfers or payments on a chain that it lacks. The payments of a
 * former hot wallet are settled like the others, see `createFormerReconciler`.
 * @throws WrongChain
 */
export async function verifyOpenWork({ catalog, database, logger }: EngineContext): Promise<void> {
  const ids = catalog.chains.map(({ id }) => id);
  const [chain] = await countTransfersElsewhere(database, ids);
  if (chain) {
    throw new WrongChain(
      `This database has ${chain.count} open transfers on chain ${chain.chainId}, which the configuration lacks. Put the chain back with "enabled": false until they are finished: "npm run operator -- list" shows them.`,
    );
  }
  const senders = catalog.chains.map(({ id: chainId, hotWallet: address }) => ({ chainId, address }));
  for (const { chainId, address, count } of await countSendsOfOthers(database, senders)) {
    if (!ids.includes(chainId)) {
      throw new WrongChain(
        `This database has ${count} unsettled payments of the hot wallet ${address} on chain ${chainId}, which the configuration lacks. Put the chain back with "enabled": false until causeway_unsettled_sends is 0.`,
      );
    }
    logger.warn({ chain: chainId, sender: address, payments: count }, 'former hot wallet has unsettled payments');
  }
}
