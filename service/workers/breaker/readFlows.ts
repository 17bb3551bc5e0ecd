import type { Hash } from 'viem';
import type { ChainClient } from '../../chain/chainClient.ts';
import { readHead } from '../../chain/chainClient.ts';
import { readLastDeepBlock } from '../../chain/lastDeepBlock.ts';
import { pruneFlows, readFlowReading, storeFlows } from '../../db/breaker.ts';
import type { BlockRange } from '../../domain/blockRange.ts';
import { nextRange } from '../../domain/blockRange.ts';
import type { EngineContext } from '../engineContext.ts';
import { createFlowFinder } from './findFlows.ts';
import { storeTrip } from './storeTrip.ts';

// A chain that stands still is read again well within the least `maxReadAgeSeconds`.
const READ_AGAIN_MS = 10_000;

type Position = { readonly readTo: bigint | null; readonly head: bigint; readonly skipsOverlap: boolean };

/** The next blocks to read: the reorg window again, and what is new. At first, what one request can read. */
function chooseRange({ chain }: ChainClient, { readTo, head, skipsOverlap }: Position): BlockRange | null {
  const { startBlock, reorgWindow, blockRange } = chain;
  const first = head - BigInt(blockRange) + 1n;
  // Half of a request at most, so that each one reads new blocks too.
  const overlap = skipsOverlap ? 0 : Math.min(reorgWindow, Math.floor(blockRange / 2));
  const from = readTo === null && first > startBlock ? first : startBlock;
  return nextRange({ startBlock: from, scannedTo: readTo, head, overlap, maxBlocks: blockRange });
}

/**
 * Creates the turn that sums what the chain's own events show: `Deposit` of the deposit contract and `Paid` of the vaults. It
 * reads them from the chain, not from the rows of the transfers: a fault that pays without a deposit would make those agree.
 * With each reading it tests the bound of the circuit breaker.
 * @returns a turn that says whether there are more blocks to read
 */
export function createFlowReader(context: EngineContext, client: ChainClient): () => Promise<boolean> {
  const { database } = context;
  const { breaker } = context.catalog;
  if (!breaker) return async () => false;
  const { id: chainId, confirmations } = client.chain;
  const findFlows = createFlowFinder(context, client);
  let last: { readonly hash: Hash; readonly atMs: number } | null = null;
  let skipsOverlap = false;

  return async () => {
    const head = await readHead(client);
    if (last?.hash === head.hash && performance.now() - last.atMs < READ_AGAIN_MS) return false;
    const { readTo } = await readFlowReading(database, chainId);
    const wanted = chooseRange(client, { readTo, head: head.number, skipsOverlap });
    if (!wanted) return false;
    const found = await findFlows({ range: wanted, head });
    // Blocks full of foreign logs are read a few at a time. Then the new ones come first.
    skipsOverlap = found === null || found.range.to < wanted.to;
    if (!found) return true;
    const isComplete = found.range.to === head.number;
    const confirmedTo = await readLastDeepBlock(client.reader, confirmations, head.number);
    const trip = await database.transaction(async (transaction) => {
      const move = { chainId, from: readTo, ...found, confirmedTo, isComplete };
      if (!(await storeFlows(transaction, move))) return null;
      await pruneFlows(transaction, breaker.windowSeconds);
      return storeTrip(context, transaction, breaker);
    });
    if (trip !== null) context.logger.fatal({ detail: trip }, 'circuit breaker stopped payments');
    if (isComplete) last = { hash: head.hash, atMs: performance.now() };
    return !isComplete;
  };
}
