import type { ChainClient } from '../../chain/chainClient.ts';
import { moveRescan, readRescan } from '../../db/chains.ts';
import { recordIncident } from '../../db/incidents.ts';
import type { BlockRange } from '../../domain/blockRange.ts';
import { listBlocks, nextFinalRange } from '../../domain/blockRange.ts';
import type { EngineContext } from '../engineContext.ts';
import type { DepositReader, DepositReading } from './readDepositRange.ts';
import { createDepositReader, readDepositRange } from './readDepositRange.ts';
import { createRescanPace } from './rescanPace.ts';
import { storeFound } from './storeDeposits.ts';

// It reads every block separately too, so a range must be small.
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
 * Creates the worker that reads a chain a second time, slowly and far behind the watcher, where no reorg is expected. It
 * stores a deposit that it finds as the watcher does, and also an incident, because the watcher must miss nothing.
 */
export function createRescanner(context: EngineContext, client: ChainClient): () => Promise<boolean> {
  const { database, clock } = context;
  const { id, startBlock, reorgWindow, blockRange, rescanIntervalMs } = client.chain;
  const maxBlocks = Math.min(blockRange, MAX_BLOCKS);
  const reader = createDepositReader(client);
  let lastAt = Number.NEGATIVE_INFINITY;
  const pace = createRescanPace({ maxBlocks, intervalMs: rescanIntervalMs });

  return async () => {
    const now = clock.now().getTime();
    if (now - lastAt < rescanIntervalMs) return false;
    lastAt = now;
    const { scannedTo, rescannedTo } = await readRescan(database, id);
    const range = nextFinalRange({ startBlock, scannedTo, rescannedTo, reorgWindow, maxBlocks });
    if (!range || !pace.isDue(range, now)) return false;
    await rescanRange(context, client, { reader, range, rescannedTo });
    pace.noteRead(now);
    return false;
  };
}
