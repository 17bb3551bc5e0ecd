import DataLoader from 'dataloader';
import type { Hash } from 'viem';
import type { Database } from '../db/database.ts';
import type { TransferSummary } from '../db/receipts.ts';
import { readShownSummaries } from '../db/receipts.ts';

/** Reads the transfer that a receipt shows for the hash of its deposit; null if none is stored. */
export type ReadSummary = (depositHash: Hash) => Promise<TransferSummary | null>;

// As many as get_receipts may ask for.
const MAX_BATCH = 100;
// The more queries run at once, the fewer requests each of them answers. With one alone, the database would idle between two.
const MAX_RUNNING = 2;

/**
 * Reads the receipts of concurrent requests in one query. A request on a quiet server is read at once. While queries run, the
 * next requests wait for each other, so that a query costs less for each of them the more of them there are.
 */
export function createReceiptReads(database: Database): ReadSummary {
  const waiting: (() => void)[] = [];
  let running = 0;

  const startNext = () => {
    while (running < MAX_RUNNING) {
      const dispatch = waiting.shift();
      if (!dispatch) return;
      running += 1;
      dispatch();
    }
  };

  const readBatch = async (hashes: readonly Hash[]) => {
    try {
      return await readShownSummaries(database, hashes);
    } finally {
      running -= 1;
      startNext();
    }
  };

  const loader = new DataLoader(readBatch, {
    // Each answer is read for its own request: a transfer changes at any moment.
    cache: false,
    maxBatchSize: MAX_BATCH,
    batchScheduleFn: (dispatch) => {
      waiting.push(dispatch);
      // The requests of one turn of the event loop come together.
      setImmediate(startNext);
    },
  });
  return (depositHash) => loader.load(depositHash);
}
