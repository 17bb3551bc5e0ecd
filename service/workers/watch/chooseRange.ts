import type { ChainClient } from '../../chain/chainClient.ts';
import { readHeader } from '../../chain/chainClient.ts';
import type { Header } from '../../chain/header.ts';
import type { Cursor } from '../../db/chains.ts';
import type { BlockRange } from '../../domain/blockRange.ts';
import { nextRange } from '../../domain/blockRange.ts';
import type { EngineContext } from '../engineContext.ts';
import { compareAnchors } from './compareAnchors.ts';

export type NextRange = {
  readonly range: BlockRange;
  /** The last block that was read before and is still in the chain; null after a reorg. */
  readonly reread: bigint | null;
};

/** Chooses the blocks that a watcher reads in one turn: the new ones, and the last ones again. */
export async function chooseRange(
  context: EngineContext,
  client: ChainClient,
  { cursor, head }: { readonly cursor: Cursor; readonly head: Header },
): Promise<NextRange | null> {
  const { chain } = client;
  const { scannedTo, scannedToHash } = cursor;
  let overlap = chain.reorgWindow;
  let isReorg = false;
  const isNext = scannedTo !== null && head.number === scannedTo + 1n && head.parentHash === scannedToHash;
  if (scannedTo !== null && head.number >= scannedTo && !isNext) {
    const end = await readHeader(client, { blockNumber: scannedTo });
    if (end.hash !== scannedToHash) {
      isReorg = true;
      context.logger.info({ chain: chain.name, block: Number(scannedTo) }, 'reorg detected');
      await compareAnchors(context, client, { cursor, isReorg });
      overlap = Math.min(chain.reorgWindow * 2, chain.blockRange - 1);
      // Another chain looks like a reorg.
      for (const { record } of client.providers) record.doubtChain();
    }
  }
  const { startBlock, blockRange: maxBlocks } = chain;
  const range = nextRange({ startBlock, scannedTo, head: head.number, overlap, maxBlocks });
  return range && { range, reread: isReorg ? null : scannedTo };
}

/**
 * Puts the new blocks of a range before the others. After a reorg the cursor must not pass a block that was
 * replaced and not read, so the range stays in order.
 */
export function newBlocksFirst(range: BlockRange, reread: NextRange['reread']): readonly BlockRange[] {
  const { from, to } = range;
  if (reread === null || reread < from || reread >= to) return [range];
  return [
    { from: reread + 1n, to },
    { from, to: reread },
  ];
}
