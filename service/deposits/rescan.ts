import type { ChainClient } from '../chain/chainClient.ts';
import { moveRescan, readRescan } from '../chain/chains.ts';
import type { BlockRange } from '../chain/model/blockRange.ts';
import { listBlocks, nextFinalRange } from '../chain/model/blockRange.ts';
import { recordIncident } from '../db/incidents.ts';
import type { EngineContext } from '../engineContext.ts';
import type { DepositReader, DepositReading } from './readRange.ts';
import { createDepositReader, readDepositRange } from './readRange.ts';
import { storeFound } from './storeDeposits.ts';

/** Decides when a range of blocks is worth rescanning. Times are milliseconds of one clock. */
type RescanInterval = {
  isDue(range: BlockRange, now: number): boolean;
  /** A range was read and stored. A failure doesn't count, so the next turn repeats it. */
  noteRead(now: number): void;
};

// A range costs a few calls however short it is, so the rescan waits for this many blocks, but at most this many
// intervals.
const WORTH_BLOCKS = 16n;
const MAX_WAIT_INTERVALS = 10;

/** @param maxBlocks the longest range. It is always worth reading, because waiting doesn't make it longer. */
export function createRescanInterval({
  maxBlocks,
  intervalMs,
}: {
  readonly maxBlocks: number;
  readonly intervalMs: number;
}): RescanInterval {
  const longest = BigInt(maxBlocks);
  const worthBlocks = longest < WORTH_BLOCKS ? longest : WORTH_BLOCKS;
  let readAt = Number.NEGATIVE_INFINITY;
  return {
    isDue: ({ from, to }, now) => to - from + 1n >= worthBlocks || now - readAt >= intervalMs * MAX_WAIT_INTERVALS,
    noteRead: (now) => {
      readAt = now;
    },
  };
}

// Every block is also read separately, so a range must be small.
const MAX_BLOCKS = 100;

type RescanPart = {
  readonly reader: DepositReader;
  readonly range: BlockRange;
  readonly rescannedTo: bigint | null;
};

async function rescanRange(
  context: EngineContext,
  client: ChainClient,
  { reader, range: next, rescannedTo }: RescanPart,
): Promise<void> {
  const { database, logger } = context;
  const { id: chainId, name } = client.chain;
  const query = { reader, range: next, fresh: listBlocks(next) };
  let reading: DepositReading | null = null;
  while (!reading) reading = await readDepositRange(context, client, query);
  const { range, found, gone } = reading;
  const isCurrent = await database.transaction(async (transaction) => {
    if (!(await moveRescan(transaction, { chainId, from: rescannedTo, to: range.to }))) return false;
    await storeFound(context, transaction, found);
    for (const deposit of found) {
      const detail = `block ${deposit.blockNumber} of ${name} has a deposit that the watcher missed`;
      await recordIncident(transaction, { kind: 'rescanFound', chainId, transferId: deposit.id, detail });
    }
    for (const { id, blockNumber } of gone) {
      const detail = `block ${blockNumber} of ${name} lacks a deposit that the database has`;
      await recordIncident(transaction, { kind: 'rescanMissing', chainId, transferId: id, detail });
    }
    return true;
  });
  if (!isCurrent) return;
  for (const { id } of found) logger.error({ transfer: id, chain: name }, 'rescan found a missed deposit');
  for (const { id } of gone) logger.error({ transfer: id, chain: name }, 'rescan did not find a stored deposit');
}

/**
 * Creates the worker that rescans a chain slowly and far behind the watcher, where no reorg is expected. It stores a
 * deposit that it finds, as the watcher does, and also an incident, because the watcher must miss nothing.
 */
export function createRescanner(context: EngineContext, client: ChainClient): () => Promise<boolean> {
  const { database, clock } = context;
  const { id, startBlock, reorgWindow, blockRange, rescanIntervalMs } = client.chain;
  const maxBlocks = Math.min(blockRange, MAX_BLOCKS);
  const reader = createDepositReader(client);
  let lastAt = Number.NEGATIVE_INFINITY;
  const interval = createRescanInterval({ maxBlocks, intervalMs: rescanIntervalMs });

  return async () => {
    const now = clock.now().getTime();
    if (now - lastAt < rescanIntervalMs) return false;
    lastAt = now;
    const { scannedTo, rescannedTo } = await readRescan(database, id);
    const range = nextFinalRange({ startBlock, scannedTo, rescannedTo, reorgWindow, maxBlocks });
    if (!range || !interval.isDue(range, now)) return false;
    await rescanRange(context, client, { reader, range, rescannedTo });
    interval.noteRead(now);
    return false;
  };
}
