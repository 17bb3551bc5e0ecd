import type { Hash } from 'viem';
import type { BreakerBounds } from '../boot/model/catalog.ts';
import { findChainById } from '../boot/model/catalog.ts';
import type { ChainClient } from '../chain/chainClient.ts';
import { readHead, readLastDeepBlock } from '../chain/chainClient.ts';
import type { BlockRange } from '../chain/model/blockRange.ts';
import { nextRange } from '../chain/model/blockRange.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { recordIncident } from '../db/incidents.ts';
import type { Reason } from '../deposits/model/reasons.ts';
import { because } from '../deposits/model/reasons.ts';
import type { EngineContext } from '../engineContext.ts';
import {
  insertTrip,
  isUnread,
  lockBreaker,
  pruneFlows,
  readFlowReading,
  readFlows,
  readUncovered,
  storeFlows,
} from './breakerRows.ts';
import { createFlowFinder } from './findFlows.ts';
import { findTrip, listUnitPrices } from './model/breaker.ts';
import { EVERYTHING } from './model/pauses.ts';
import { insertPause } from './pauses.ts';

/** Who pauses when the circuit breaker stops everything. */
export const BREAKER = 'circuit breaker';
// The limit doesn't count deposits, and a window can have very many of them.
const PAID = ['out'] as const;

/**
 * Tests the limit, even while a chain is not completely read: what is unread can only add payments, and a payment
 * counts as uncovered only after every chain was read. Above the limit everything is paused, with an incident. An
 * existing pause stays as it is.
 * @returns what exceeded the limit, if that is a new stop
 */
export async function storeTrip(
  { catalog }: EngineContext,
  transaction: Transaction,
  breaker: BreakerBounds,
): Promise<string | null> {
  await lockBreaker(transaction);
  // A worker of an earlier version takes no lock, and may store payments between the two. The total, read last, then
  // includes the uncovered ones.
  const uncovered = await readUncovered(transaction, { ...breaker, prices: listUnitPrices(catalog) });
  const flows = await readFlows(transaction, breaker, PAID);
  const detail = findTrip(catalog, breaker, { flows, uncovered });
  if (detail === null || !(await insertTrip(transaction, detail))) return null;
  await insertPause(transaction, { subject: EVERYTHING, who: BREAKER, why: detail });
  await recordIncident(transaction, { kind: 'breakerTripped', detail });
  return detail;
}

/**
 * A payment's note while the circuit breaker hasn't read a chain's events for too long: a limit that can't be tested
 * counts as exceeded. Null while they are read, and without a circuit breaker.
 * @param chainIds the chain that pays, and those of the deposits: an unread deposit doesn't cover its payment
 */
export async function findUnreadNote(
  { catalog }: Pick<EngineContext, 'catalog'>,
  database: Queryable,
  chainIds: readonly number[],
): Promise<Reason | null> {
  const { breaker } = catalog;
  if (!breaker) return null;
  for (const chainId of new Set(chainIds)) {
    if (!(await isUnread(database, chainId, breaker.maxReadAgeSeconds))) continue;
    const name = findChainById(catalog, BigInt(chainId))?.name ?? chainId;
    return because('chain_unavailable', `the payment waits until the service has read the last payments on ${name}`);
  }
  return null;
}

// A stalled chain is read again well within the smallest `maxReadAgeSeconds`.
const READ_AGAIN_MS = 10_000;

type Position = { readonly readTo: bigint | null; readonly head: bigint; readonly skipsOverlap: boolean };

/** The next blocks to read: the reorg window again, and what is new. At first, what one request can read. */
function chooseRange({ chain }: ChainClient, { readTo, head, skipsOverlap }: Position): BlockRange | null {
  const { startBlock, reorgWindow, blockRange } = chain;
  const first = head - BigInt(blockRange) + 1n;
  // At most half of a request, so that each one also reads new blocks.
  const overlap = skipsOverlap ? 0 : Math.min(reorgWindow, Math.floor(blockRange / 2));
  const from = readTo === null && first > startBlock ? first : startBlock;
  return nextRange({ startBlock: from, scannedTo: readTo, head, overlap, maxBlocks: blockRange });
}

/**
 * Creates the turn that sums what the chain's own events show: `Deposit` of the deposit contract and `Paid` of the
 * vaults. It reads them from the chain, not from the transfers' rows: a fault that pays without a deposit would make
 * those agree. With each read it tests the circuit breaker's limit.
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
