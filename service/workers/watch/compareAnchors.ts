import type { ChainClient } from '../../chain/chainClient.ts';
import { readHeader } from '../../chain/chainClient.ts';
import type { Anchor } from '../../db/anchors.ts';
import { dropAnchors, readAnchors, storeRewrite } from '../../db/anchors.ts';
import type { Cursor } from '../../db/chains.ts';
import type { EngineContext } from '../engineContext.ts';

/** Thrown when a chain lacks a block that lay beyond the reorg window. Its deposits and payments may be gone. */
export class ChainRewritten extends Error {
  readonly code = 'CHAIN_REWRITTEN';
}

async function stopChain(
  { database, logger }: EngineContext,
  { chain }: ChainClient,
  { version, anchor, found }: { readonly version: bigint; readonly anchor: Anchor; readonly found: string },
): Promise<never> {
  const reason = `block ${anchor.number} of ${chain.name} was ${anchor.hash} and is ${found} now, deeper than reorgWindow (${chain.reorgWindow} blocks); the service has stopped reading, accepting and paying for ${chain.name} until an operator runs "reread"`;
  if (await storeRewrite(database, { chainId: chain.id, version, reason })) {
    logger.fatal({ chain: chain.name, block: Number(anchor.number) }, reason);
  }
  throw new ChainRewritten(reason);
}

/** The number of anchors, from the oldest, that the chain still has. After the first replaced block all are replaced. */
async function countKept(client: ChainClient, anchors: readonly Anchor[]): Promise<number> {
  let [low, high] = [0, anchors.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const anchor = anchors[middle];
    if (!anchor) break;
    const { hash } = await readHeader(client, { blockNumber: anchor.number });
    if (hash === anchor.hash) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Compares the newest block beyond the reorg window with the chain. A reorg also removes the newer anchors that it replaced.
 * @throws ChainRewritten after it has stopped the chain
 */
export async function compareAnchors(
  context: EngineContext,
  client: ChainClient,
  { cursor, isReorg }: { readonly cursor: Cursor; readonly isReorg: boolean },
): Promise<void> {
  const { id: chainId, reorgWindow } = client.chain;
  const { scannedTo, version } = cursor;
  if (scannedTo === null) return;
  const anchors = await readAnchors(context.database, chainId);
  const deepest = scannedTo - BigInt(reorgWindow);
  const anchor = anchors.findLast(({ number }) => number <= deepest);
  if (anchor) {
    const { hash } = await readHeader(client, { blockNumber: anchor.number });
    if (hash !== anchor.hash) await stopChain(context, client, { version, anchor, found: hash });
  }
  if (!isReorg) return;
  const kept = anchors[(await countKept(client, anchors)) - 1];
  await dropAnchors(context.database, { chainId, after: kept?.number ?? -1n });
}
