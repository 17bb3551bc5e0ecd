import { migrate } from '../../../service/db/migrate.ts';
import { openPostgres } from '../../../service/db/postgres.ts';
import { startTestPostgres } from '../../postgres/testPostgres.ts';
import type { BenchService } from '../payments/benchService.ts';
import { withBenchService } from '../payments/benchService.ts';
import { fillTransfers } from '../receipts/fillTransfers.ts';
import { TRANSFERS } from './apiRequests.ts';

// The bench is one client. It measures the work on a request, not the limit.
const NO_LIMIT = 1_000_000;
const BLOCK_EVERY_MS = 1000;

/** Starts the bridge with a separate API process, on PostgreSQL with many transfers, and stops it after the work. */
export async function withApi<T>(work: (service: BenchService) => Promise<T>): Promise<T> {
  const server = await startTestPostgres();
  try {
    const databaseUrl = await server.createDatabase();
    const database = await openPostgres({ url: databaseUrl, poolSize: 2 }, () => {});
    await migrate(database);
    await database.close();
    await fillTransfers(databaseUrl, { rows: TRANSFERS, inProgress: 0 });
    return await withBenchService(
      { layout: 'separate', blockEveryMs: BLOCK_EVERY_MS, databaseUrl, requestsPerSecond: NO_LIMIT },
      work,
    );
  } finally {
    await server.stop();
  }
}
