// DEPOSITS. In come the deposit contracts' logs; out come stored transfers with a decision: pay, refund, or hold for a
// person. It reads blocks, follows reorgs and rescans old blocks. It pays nothing, and trusts no single endpoint.

import type { ChainClient, Header } from '../chain/chainClient.ts';
import { readHead, readLastDeepBlock } from '../chain/chainClient.ts';
import type { Cursor } from '../chain/chains.ts';
import {
  addAnchor,
  moveCursor,
  noteFinalBlock,
  noteHead,
  noteLook,
  noteUnreadHead,
  readCursor,
} from '../chain/chains.ts';
import type { BlockRange } from '../chain/model/blockRange.ts';
import { listBlocks } from '../chain/model/blockRange.ts';
import { isStale } from '../chain/model/confirmations.ts';
import type { EngineContext } from '../engineContext.ts';
import type { QuietBlocks } from './chooseRange.ts';
import { chooseRange, compareAnchors, createQuietBlocks, newBlocksFirst } from './chooseRange.ts';
import type { DepositReader, DepositReading } from './readRange.ts';
import { createDepositReader, readDepositRange } from './readRange.ts';
import { storeFound, storeGone } from './storeDeposits.ts';

// A tag moves with a chain's epochs, or with a rollup's batches.
const EVERY_POLLS = 4;

/**
 * Creates the reader of the final block of a chain whose finality is a tag. The exposure cap counts the deposits after
 * it, in a database transaction that can't wait for a chain. A block older than the real one only makes payments wait.
 */
function createFinalBlockNote({ database, logger }: EngineContext, client: ChainClient): () => Promise<void> {
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
      // Deposits are read anyway.
      logger.warn({ err: error, chain: name }, 'final block not read, will retry');
    }
  };
}

// With more new blocks than this, the watcher is catching up. The next turn's overlap reads the newest of them again.
const MAX_RECHECKED_BLOCKS = 16;
// One depositor can fill many blocks. Each turn looks for others' deposits in newer blocks, and takes them first.
const READING_MS = 1000;
// An unreachable chain matters only after minutes, so most turns store no time.
const NOTE_LOOK_MS = 30_000;
// An error can hide that an endpoint now serves another chain, and some rewrites show no reorg at the cursor.
const COMPARE_ANCHORS_MS = 180_000;

function listFreshBlocks({ scannedTo }: Cursor, { from, to }: BlockRange): readonly bigint[] {
  const first = scannedTo === null ? from : scannedTo + 1n;
  if (to - first >= BigInt(MAX_RECHECKED_BLOCKS)) return [];
  return listBlocks({ from: first, to });
}

type Look = {
  /** Whether the chain answered, at least up to the last block read before, and its newest block is not too old. */
  readonly isGood: boolean;
  readonly hasMore: boolean;
};

type Progress = { readonly cursor: Cursor; readonly reading: DepositReading; readonly head: Header };

/**
 * Stores the deposits of some blocks and the cursor in one transaction.
 * @returns the cursor; null if another process has moved it, so nothing was stored
 */
async function storeReading(
  context: EngineContext,
  { chain }: ChainClient,
  { cursor, reading, head }: Progress,
): Promise<Cursor | null> {
  const { database, reportStep } = context;
  const { version } = cursor;
  // The blocks of the reorg window are behind the cursor, which never moves back.
  const isAhead = cursor.scannedTo === null || (!reading.isPartial && reading.end.number >= cursor.scannedTo);
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
  const stored = isCurrent ? reading.found : [];
  await reportStep('watch.committed', {
    chainId: chain.id,
    ...(stored.length > 0 && {
      transferIds: stored.map(({ id }) => id),
      depositHashes: stored.map(({ transactionHash }) => transactionHash),
    }),
  });
  return isCurrent ? { ...cursor, scannedTo, scannedToHash, version: version + 1n } : null;
}

type RangeQuery = Parameters<typeof readDepositRange>[2] & { readonly head: Header };

/** Even a failed read stores the newest block: the operator must see how many blocks wait. */
async function readRange(
  context: EngineContext,
  client: ChainClient,
  { version, ...query }: RangeQuery & Pick<Cursor, 'version'>,
): Promise<DepositReading | null> {
  try {
    return await readDepositRange(context, client, query);
  } catch (error) {
    const { id: chainId } = client.chain;
    await noteUnreadHead(context.database, { chainId, version, head: query.head.number }).catch(() => {});
    throw error;
  }
}

/** In the first turn there is no cursor to leave in place. */
function readingEnd({ scannedTo }: Cursor): number {
  return scannedTo === null ? Number.POSITIVE_INFINITY : performance.now() + READING_MS;
}

/** Whether a read would change what is stored. */
function hasNews({ end, found, gone }: DepositReading, { scannedTo }: Cursor): boolean {
  return scannedTo === null || end.number >= scannedTo || found.length + gone.length > 0;
}

/** What a watcher keeps between its turns. */
type Watch = { readonly reader: DepositReader; readonly quiet: QuietBlocks };

type Newest = { readonly quiet: QuietBlocks; readonly cursor: Cursor; readonly head: Header };

/** Whether the newest block has been read, or its logs can wait. Receipts count confirmations from it either way. */
async function canSkip(context: EngineContext, client: ChainClient, { quiet, cursor, head }: Newest): Promise<boolean> {
  const { headers, chain } = client;
  if (cursor.scannedTo === head.number && cursor.scannedToHash === head.hash) return true;
  const isNew = headers.get(head.hash) === undefined;
  headers.note(head);
  if (!quiet.canWait(cursor, head)) return false;
  const note = { chainId: chain.id, version: cursor.version, head: head.number, headAt: head.time };
  if (isNew) await noteHead(context.database, note);
  return true;
}

/**
 * Reads the range in parts, and stores each part, so that a failure repeats only one part. While the endpoint answers
 * the whole range at once, there is one part. Otherwise the new blocks come first: an attacker can fill all blocks of
 * the reorg window with logs, and new deposits must not wait until they are read again.
 */
async function readNews(
  context: EngineContext,
  client: ChainClient,
  { reader, quiet, cursor: first }: Watch & { readonly cursor: Cursor },
): Promise<Look> {
  const { chain } = client;
  const head = await readHead(client);
  const isGood = !isStale(chain, head.time, context.clock.now());
  if (await canSkip(context, client, { quiet, cursor: first, head })) return { isGood, hasMore: false };
  const next = await chooseRange(context, client, { cursor: first, head });
  if (!next) return { isGood: false, hasMore: false };
  const { range } = next;
  const fresh = listFreshBlocks(first, range);
  const untilMs = readingEnd(first);
  const isWhole = reader.logs.plan(range)[0]?.to === range.to;
  let open = isWhole ? [range] : newBlocksFirst(range, next.reread);
  let cursor: Cursor | null = first;
  let hasFound = false;
  for (let [part] = open; part; [part] = open) {
    const reading = await readRange(context, client, {
      reader,
      range: part,
      fresh,
      head,
      untilMs,
      version: cursor.version,
    });
    if (!reading) {
      open = [...newBlocksFirst(part, next.reread), ...open.slice(1)];
      continue;
    }
    quiet.noteRead(reading.found);
    await context.reportStep('watch.logsRead', { chainId: chain.id });
    if (hasNews(reading, cursor)) cursor = await storeReading(context, client, { cursor, reading, head });
    if (!cursor || reading.isPartial) return { isGood, hasMore: cursor !== null };
    hasFound ||= reading.found.length > 0;
    const rest = { from: reading.range.to + 1n, to: part.to };
    open = [...(rest.from <= rest.to ? [rest] : []), ...open.slice(1)];
  }
  return { isGood, hasMore: hasFound || range.to < head.number };
}

/**
 * Creates the worker that reads a chain's next blocks, and the last ones again.
 * @returns whether it found deposits or has more to read
 */
export function createWatcher(context: EngineContext, client: ChainClient): () => Promise<boolean> {
  const { database, clock } = context;
  const watch = { reader: createDepositReader(client), quiet: createQuietBlocks(client, () => performance.now()) };
  let compareAt = Number.NEGATIVE_INFINITY;
  const read = async (cursor: Cursor): Promise<Look> => {
    try {
      if (performance.now() >= compareAt) {
        await compareAnchors(context, client, { cursor, isReorg: false });
        compareAt = performance.now() + COMPARE_ANCHORS_MS;
      }
      return await readNews(context, client, { ...watch, cursor });
    } catch (error) {
      compareAt = Number.NEGATIVE_INFINITY;
      throw error;
    }
  };
  const noteFinal = createFinalBlockNote(context, client);
  return async () => {
    const cursor = await readCursor(database, client.chain.id);
    const { isGood, hasMore } = await read(cursor);
    await noteFinal();
    const now = clock.now();
    const isNoted = cursor.lookedAt !== null && now.getTime() - cursor.lookedAt.getTime() < NOTE_LOOK_MS;
    if (isGood && !isNoted) await noteLook(database, client.chain.id, now);
    return hasMore;
  };
}
