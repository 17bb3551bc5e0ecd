import type { ChainClient, Header } from '../../chain/chainClient.ts';
import { readHead, readHeader } from '../../chain/chainClient.ts';
import { addAnchor } from '../../db/anchors.ts';
import type { Cursor } from '../../db/chains.ts';
import { moveCursor, noteLook, readCursor } from '../../db/chains.ts';
import type { BlockRange } from '../../domain/blockRange.ts';
import { listBlocks, nextRange } from '../../domain/blockRange.ts';
import { isStale } from '../../domain/headAge.ts';
import type { EngineContext } from '../engineContext.ts';
import { compareAnchors } from './compareAnchors.ts';
import type { DepositReader, DepositReading } from './readDepositRange.ts';
import { createDepositReader, readDepositRange } from './readDepositRange.ts';
import { storeFound, storeGone } from './storeDeposits.ts';

// With more new blocks the watcher is catching up. The overlap of the next turn reads the newest of them again.
const MAX_RECHECKED_BLOCKS = 16;
// An unreachable chain matters only after minutes, so most turns store no time.
const NOTE_LOOK_MS = 30_000;
// An error can hide that an endpoint serves another chain now, and some rewrites show no reorg at the cursor.
const COMPARE_ANCHORS_MS = 180_000;

async function chooseRange(
  context: EngineContext,
  client: ChainClient,
  { cursor, head }: { readonly cursor: Cursor; readonly head: Header },
): Promise<BlockRange | null> {
  const { chain } = client;
  const { scannedTo, scannedToHash } = cursor;
  let overlap = chain.reorgWindow;
  const isNext = scannedTo !== null && head.number === scannedTo + 1n && head.parentHash === scannedToHash;
  if (scannedTo !== null && head.number >= scannedTo && !isNext) {
    const end = await readHeader(client, { blockNumber: scannedTo });
    if (end.hash !== scannedToHash) {
      context.logger.info({ chain: chain.name, block: Number(scannedTo) }, 'reorg detected');
      await compareAnchors(context, client, { cursor, isReorg: true });
      overlap = Math.min(chain.reorgWindow * 2, chain.blockRange - 1);
      // Another chain looks like a reorg.
      for (const { record } of client.providers) record.doubtChain();
    }
  }
  const { startBlock, blockRange: maxBlocks } = chain;
  return nextRange({ startBlock, scannedTo, head: head.number, overlap, maxBlocks });
}

function listFreshBlocks({ scannedTo }: Cursor, { from, to }: BlockRange): readonly bigint[] {
  const first = scannedTo === null ? from : scannedTo + 1n;
  if (to - first >= BigInt(MAX_RECHECKED_BLOCKS)) return [];
  return listBlocks({ from: first, to });
}

type Look = {
  /** Whether the chain answered, at least up to the last block that was read before, and its newest block is not too old. */
  readonly isGood: boolean;
  readonly hasMore: boolean;
};

type Progress = { readonly cursor: Cursor; readonly reading: DepositReading; readonly head: Header };

/**
 * Stores the deposits of some blocks and the cursor in one transaction.
 * @returns the cursor; null if another process has moved it, and nothing was stored
 */
async function storeReading(
  context: EngineContext,
  { chain }: ChainClient,
  { cursor, reading, head }: Progress,
): Promise<Cursor | null> {
  const { database, reportStep } = context;
  const { version } = cursor;
  // The blocks of the reorg window lie before the cursor, which never moves back.
  const isAhead = cursor.scannedTo === null || reading.end.number >= cursor.scannedTo;
  const { scannedTo, scannedToHash } = isAhead
    ? { scannedTo: reading.end.number, scannedToHash: reading.end.hash }
    : cursor;
  if (scannedTo === null || scannedToHash === null) throw new Error('a cursor without its block');
  const move = { chainId: chain.id, version, scannedTo, scannedToHash, head: head.number, headAt: head.time };
  const isCurrent = await database.transaction(async (transaction) => {
    if (!(await moveCursor(transaction, move))) return false;
    await reportStep('watch.cursorMoved', { chainId: chain.id });
    if (isAhead) {
      const { id: chainId, reorgWindow } = chain;
      await addAnchor(transaction, { chainId, number: scannedTo, hash: scannedToHash, reorgWindow });
    }
    await storeFound(context, transaction, reading.found);
    for (const deposit of reading.found) {
      await reportStep('watch.depositInserted', { chainId: chain.id, transferIds: [deposit.id] });
    }
    for (const deposit of reading.gone) await storeGone(context, transaction, deposit);
    return true;
  });
  await reportStep('watch.committed', { chainId: chain.id });
  return isCurrent ? { ...cursor, scannedTo, scannedToHash, version: version + 1n } : null;
}

async function readRange(
  context: EngineContext,
  client: ChainClient,
  query: Parameters<typeof readDepositRange>[2],
): Promise<DepositReading> {
  try {
    return await readDepositRange(context, client, query);
  } catch (error) {
    client.observer.onRangeFailure(client.chain.id);
    throw error;
  }
}

/** Reads the range in parts, and stores each part, so that a failure repeats only its own part. */
async function readNews(
  context: EngineContext,
  client: ChainClient,
  { reader, cursor: first }: { readonly reader: DepositReader; readonly cursor: Cursor },
): Promise<Look> {
  const { chain } = client;
  const head = await readHead(client);
  const isGood = !isStale(chain, head.time, context.clock.now());
  if (first.scannedTo === head.number && first.scannedToHash === head.hash) return { isGood, hasMore: false };
  const range = await chooseRange(context, client, { cursor: first, head });
  if (!range) return { isGood: false, hasMore: false };
  const fresh = listFreshBlocks(first, range);
  let cursor: Cursor | null = first;
  let hasFound = false;
  for (let { from } = range; from <= range.to; ) {
    const part = { reader, range: { from, to: range.to }, fresh, head };
    const reading = await readRange(context, client, part);
    await context.reportStep('watch.logsRead', { chainId: chain.id });
    cursor = await storeReading(context, client, { cursor, reading, head });
    if (!cursor) return { isGood, hasMore: false };
    hasFound ||= reading.found.length > 0;
    from = reading.range.to + 1n;
  }
  return { isGood, hasMore: hasFound || range.to < head.number };
}

/**
 * Creates the worker that reads the next blocks of a chain, and the last ones again.
 * @returns whether it found deposits or has more to read
 */
export function createWatcher(context: EngineContext, client: ChainClient): () => Promise<boolean> {
  const { database, clock } = context;
  const reader = createDepositReader(client);
  let compareAt = Number.NEGATIVE_INFINITY;
  const read = async (cursor: Cursor): Promise<Look> => {
    try {
      if (performance.now() >= compareAt) {
        await compareAnchors(context, client, { cursor, isReorg: false });
        compareAt = performance.now() + COMPARE_ANCHORS_MS;
      }
      return await readNews(context, client, { reader, cursor });
    } catch (error) {
      compareAt = Number.NEGATIVE_INFINITY;
      throw error;
    }
  };
  return async () => {
    const cursor = await readCursor(database, client.chain.id);
    const { isGood, hasMore } = await read(cursor);
    const now = clock.now();
    const isNoted = cursor.lookedAt !== null && now.getTime() - cursor.lookedAt.getTime() < NOTE_LOOK_MS;
    if (isGood && !isNoted) await noteLook(database, client.chain.id, now);
    return hasMore;
  };
}
