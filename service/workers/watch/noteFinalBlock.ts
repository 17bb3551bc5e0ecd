import type { ChainClient } from '../../chain/chainClient.ts';
import { readLastDeepBlock } from '../../chain/lastDeepBlock.ts';
import { noteFinalBlock } from '../../db/chains.ts';
import type { EngineContext } from '../engineContext.ts';

// A tag moves with the epochs of a chain, or with the batches of a rollup.
const EVERY_POLLS = 4;

/**
 * Creates the reading of the final block of a chain whose finality is a tag. The exposure cap counts the deposits after it, in a
 * database transaction that cannot wait for a chain. An older block than the real one only lets payments wait.
 */
export function createFinalBlockNote({ database, logger }: EngineContext, client: ChainClient): () => Promise<void> {
  const { id, name, finality, pollIntervalMs } = client.chain;
  let readAt = Number.NEGATIVE_INFINITY;
  let stored = -1n;
  return async () => {
    const now = performance.now();
    if (typeof finality === 'number' || now - readAt < pollIntervalMs * EVERY_POLLS) return;
    readAt = now;
    try {
      const last = await readLastDeepBlock(client.reader, finality, await client.reader.getBlockNumber());
      if (last <= stored) return;
      await noteFinalBlock(database, id, last);
      stored = last;
    } catch (error) {
      // Deposits are read all the same.
      logger.warn({ err: error, chain: name }, 'final block not read, will retry');
    }
  };
}
