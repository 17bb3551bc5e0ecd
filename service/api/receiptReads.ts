import DataLoader from 'dataloader';
import type { Hash } from 'viem';
import type { Database } from '../db/database.ts';
import { DeadlineExceeded, REQUEST_DEADLINE_MS } from './httpServer.ts';
import type { TransferSummary } from './receipts.ts';
import { readShownSummaries } from './receipts.ts';

/** Reads the transfer that a receipt shows for the hash of its deposit; null if none is stored. */
export type ReadSummary = (depositHash: Hash) => Promise<TransferSummary | null>;

// As many as get_receipts accepts.
const MAX_BATCH = 100;
// The more queries run at once, the fewer requests each one answers. With only one, the database would idle between
// two.
const MAX_RUNNING = 2;
// After this long without an answer, a query has probably lost its connection, which the database notices seconds
// later. It then no longer counts as running, so that two such queries don't block all requests.
const LOST_AFTER_MS = 250;
// The pool has few connections, and builds and pairs need them too.
const MAX_LOST = 2;
// One lost connection must not fail a hundred requests. A query that fails later is not repeated: it has already kept
// others waiting.
const RETRY_WITHIN_MS = 1000;

type Asked = { readonly hash: Hash; readonly askedAt: number };

/**
 * Reads the receipts of concurrent requests in one query. On a quiet server, a request is read at once. While queries
 * run, new requests collect and share the next one, so each costs less as load grows.
 */
export function createReceiptReads(database: Database, now: () => number = () => performance.now()): ReadSummary {
  const waiting: (() => void)[] = [];
  let running = 0;
  let lost = 0;

  const startNext = () => {
    while (running - lost < MAX_RUNNING) {
      const dispatch = waiting.shift();
      if (!dispatch) return;
      running += 1;
      dispatch();
    }
  };

  const readOnce = async (hashes: readonly Hash[]) => (hashes.length === 0 ? [] : readShownSummaries(database, hashes));

  const readLive = async (hashes: readonly Hash[]) => {
    const startedAt = now();
    try {
      return await readOnce(hashes);
    } catch (error) {
      if (now() - startedAt >= RETRY_WITHIN_MS) throw error;
      return readOnce(hashes);
    }
  };

  /**
   * Lets others run beside a query that doesn't answer.
   * @returns the end of the query
   */
  const watchLoss = () => {
    let isLost = false;
    const timer = setTimeout(() => {
      if (lost >= MAX_LOST) return;
      isLost = true;
      lost += 1;
      startNext();
    }, LOST_AFTER_MS);
    return () => {
      clearTimeout(timer);
      if (isLost) lost -= 1;
    };
  };

  /** Reads only what a client still waits for: in an outage, requests queue past their deadline. */
  const readBatch = async (batch: readonly Asked[]) => {
    const end = watchLoss();
    const live = batch.filter(({ askedAt }) => now() - askedAt < REQUEST_DEADLINE_MS);
    try {
      const summaries = await readLive(live.map(({ hash }) => hash));
      const found = new Map(live.map((asked, index) => [asked, summaries[index] ?? null]));
      return batch.map((asked) => {
        const summary = found.get(asked);
        return summary === undefined ? new DeadlineExceeded('the request waited too long for the database') : summary;
      });
    } finally {
      end();
      running -= 1;
      startNext();
    }
  };

  const loader = new DataLoader<Asked, TransferSummary | null>(readBatch, {
    // Read anew for each request: a transfer can change at any time.
    cache: false,
    maxBatchSize: MAX_BATCH,
    batchScheduleFn: (dispatch) => {
      waiting.push(dispatch);
      // Requests from one turn of the event loop arrive together.
      setImmediate(startNext);
    },
  });
  return (hash) => loader.load({ hash, askedAt: now() });
}
