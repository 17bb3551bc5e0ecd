import type { ChainClient } from './chain/chainClient.ts';
import { WrongChain } from './chain/rpc/refusals.ts';
import { verifyChain } from './chain/verifyChain.ts';
import { verifyContracts } from './chain/verifyContracts.ts';
import type { EngineContext } from './engineContext.ts';
import { countSendsOfOthers, countTransfersElsewhere } from './payments/obligations.ts';
import { lockSender } from './payments/senders.ts';
import { haltIfForgotten, verifySender } from './payments/verifySender.ts';

/**
 * Refuses a configuration that would forget open work: transfers or payments on a chain it lacks. A former hot wallet's
 * payments are settled like the others, see `createFormerReconciler`.
 * @throws WrongChain
 */
export async function verifyOpenWork({ catalog, database, logger }: EngineContext): Promise<void> {
  const ids = catalog.chains.map(({ id }) => id);
  const [chain] = await countTransfersElsewhere(database, ids);
  if (chain) {
    throw new WrongChain(
      `This database has ${chain.count} open transfers on chain ${chain.chainId}, which the configuration lacks. Put the chain back with "status": "closing" until they are finished: "causeway list" shows them.`,
    );
  }
  const senders = catalog.chains.map(({ id: chainId, hotWallet: address }) => ({ chainId, address }));
  for (const { chainId, address, count } of await countSendsOfOthers(database, senders)) {
    if (!ids.includes(chainId)) {
      throw new WrongChain(
        `This database has ${count} unsettled payments of the hot wallet ${address} on chain ${chainId}, which the configuration lacks. Put the chain back with "status": "closing" until causeway_unsettled_sends is 0.`,
      );
    }
    logger.warn({ chain: chainId, sender: address, payments: count }, 'former hot wallet has unsettled payments');
  }
}

/** Verifies a chain before its workers' first turn. It tries again while the chain is down. */
export function createChainVerification(context: EngineContext, client: ChainClient): () => Promise<void> {
  const { catalog, database, logger } = context;
  let verified: Promise<void> | null = null;
  const verify = async () => {
    await verifyChain(database, client);
    const halted = await verifySender(context, client);
    await verifyContracts(catalog, client);
    if (halted) logger.fatal({ chain: client.chain.name }, `payments halted: ${halted}`);
  };
  return () => {
    verified ??= verify().catch((error: unknown) => {
      // A wrong chain stays wrong. After any other error, the next turn verifies again.
      if (!(error instanceof WrongChain)) verified = null;
      throw error;
    });
    return verified;
  };
}

/**
 * Probes the signer until it has answered once with the right key, and halts a chain's sender if the database lacks
 * something the signer has signed. Each later signature reports that too.
 */
export function createSignerProbe(
  { database, signer, logger }: EngineContext,
  client: ChainClient,
): () => Promise<void> {
  const { id, hotWallet } = client.chain;
  let isProbed = false;
  return async () => {
    if (isProbed) return;
    const signedTo = (await signer.probe()).get(id) ?? null;
    const key = { chainId: id, address: hotWallet };
    await database.transaction(async (transaction) => {
      const sender = await lockSender(transaction, key);
      if (sender) await haltIfForgotten({ logger, transaction }, client, { sender, signedTo });
    });
    isProbed = true;
  };
}
