import type { ChainClient } from '../chain/chainClient.ts';
import { verifyChain } from '../chain/verifyChain.ts';
import { verifyContracts } from '../chain/verifyContracts.ts';
import { WrongChain } from '../chain/wrongChain.ts';
import type { EngineContext } from './engineContext.ts';
import { compareJournal } from './send/compareJournal.ts';
import { haltIfForgotten, verifySender } from './send/verifySender.ts';

/** Verifies a chain and compares the journal before the first turn of its workers. It tries again while the chain is down. */
export function createChainVerification(context: EngineContext, client: ChainClient): () => Promise<void> {
  const { catalog, database, logger } = context;
  let verified: Promise<void> | null = null;
  const verify = async () => {
    await verifyChain(database, client);
    const halted = await verifySender(database, client);
    await verifyContracts(catalog, client);
    await compareJournal(context, client);
    if (halted) logger.fatal({ chain: client.chain.name }, `payments halted: ${halted}`);
  };
  return () => {
    verified ??= verify().catch((error: unknown) => {
      // A wrong chain stays wrong. After any other error the next turn verifies again.
      if (!(error instanceof WrongChain)) verified = null;
      throw error;
    });
    return verified;
  };
}

/**
 * Probes the signer until it has answered once with the right key, and halts the sender of a chain whose database lacks what the
 * signer has signed.
 */
export function createSignerProbe(
  { database, signer, logger }: EngineContext,
  client: ChainClient,
): () => Promise<void> {
  const { id, name } = client.chain;
  let isProbed = false;
  return async () => {
    if (isProbed) return;
    const signedTo = (await signer.probe()).get(id) ?? 0;
    const halted = await haltIfForgotten(database, client, signedTo);
    if (halted) logger.fatal({ chain: name }, `payments halted: ${halted}`);
    isProbed = true;
  };
}
