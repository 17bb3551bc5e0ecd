import type { ChainClient, Header } from '../../chain/chainClient.ts';
import { readHead, readHeader } from '../../chain/chainClient.ts';
import type { Cursor } from '../../db/chains.ts';
import { moveCursor, noteLook, readCursor } from '../../db/chains.ts';
import type { BlockRange } from '../../domain/blockRange.ts';
import { listBlocks, nextRange } from '../../domain/blockRange.ts';
import { isStale } from '../../domain/headAge.ts';
import type { EngineContext } from '../engineContext.ts';
import { readDepositRange } from './readDepositRange.ts';
import { storeFound, storeGone } from './storeDeposits.ts';

// With more new blocks the watcher is catching up. The overlap of the next turn reads the newest of them again.
const MAX_RECHECKED_BLOCKS = 16;
// An unreachable chain matters only after minutes, so most turns store no time.
const NOTE_LOOK_MS = 30_000;

async function chooseRange(
  { logger }: EngineContext,
  client: ChainClient,
  { cursor, head }: { readonly cursor: Cursor; readonly head: Header },
): Promise<BlockRange | null> {
  const { chain } = client;
  const { scannedTo, scannedToHash } = cursor;
  let overlap = chain.reorgWindow;
  if (scannedTo !== null && head.number >= scannedTo) {
    const end = await readHeader(client, { blockNumber: scannedTo });
    if (end.hash !== scannedToHash) {
      logger.info({ chain: chain.name, block: Number(scannedTo) }, 'reorg detected');
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

/** Stores the deposits and the cursor in one transaction. If another process has moved the cursor, it stores nothing. */
async function readNews(context: EngineContext, client: ChainClient, cursor: Cursor): Promise<Look> {
  const { database, reportStep } = context;
  const { chain } = client;
  const head = await readHead(client);
  const isGood = !isStale(chain, head.time, context.clock.now());
  if (cursor.scannedTo === head.number && cursor.scannedToHash === head.hash) return { isGood, hasMore: false };
  const range = await chooseRange(context, client, { cursor, head });
  if (!range) return { isGood: false, hasMore: false };
  const reading = await readDepositRange(context, client, { range, fresh: listFreshBlocks(cursor, range) });
  await reportStep('watch.logsRead', { chainId: chain.id });
  const isCurrent = await database.transaction(async (transaction) => {
    const { number: scannedTo, hash: scannedToHash } = reading.end;
    const { version } = cursor;
    const move = { chainId: chain.id, version, scannedTo, scannedToHash, head: head.number, headAt: head.time };
    if (!(await moveCursor(transaction, move))) return false;
    await reportStep('watch.cursorMoved', { chainId: chain.id });
    for (const deposit of reading.found) {
      await storeFound(context, transaction, deposit);
      await reportStep('watch.depositInserted', { chainId: chain.id, transferIds: [deposit.id] });
    }
    for (const deposit of reading.gone) await storeGone(context, transaction, deposit);
    return true;
  });
  await reportStep('watch.committed', { chainId: chain.id });
  return { isGood, hasMore: isCurrent && (reading.found.length > 0 || range.to < head.number) };
}

/**
 * Reads the next blocks of a chain, and the last ones again.
 * @returns whether it found deposits or has more to read
 */
export async function watchDeposits(context: EngineContext, client: ChainClient): Promise<boolean> {
  const { database, clock } = context;
  const cursor = await readCursor(database, client.chain.id);
  const { isGood, hasMore } = await readNews(context, client, cursor);
  const now = clock.now();
  const isNoted = cursor.lookedAt !== null && now.getTime() - cursor.lookedAt.getTime() < NOTE_LOOK_MS;
  if (isGood && !isNoted) await noteLook(database, client.chain.id, now);
  return hasMore;
}
