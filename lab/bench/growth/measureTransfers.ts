import { readShownSummaries } from '../../../service/api/receipts.ts';
import { migrate } from '../../../service/db/migrate.ts';
import { openPostgres } from '../../../service/db/postgres.ts';
import { readPayable } from '../../../service/deposits/transfers.ts';
import type { TestPostgres } from '../../postgres/testPostgres.ts';
import { percentile } from '../../report/percentile.ts';
import { CHAIN_IDS, fillTransfers, hashOf } from '../receipts/fillTransfers.ts';

const SAMPLES = 200;
const IN_PROGRESS = 100;

async function measureMedian(work: (sample: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const start = performance.now();
    await work(sample);
    times.push(performance.now() - start);
  }
  return percentile(times, 0.5);
}

/** The milliseconds of a receipt's read, and of the search for due payments, with so many transfers stored. */
export async function measureTransfers(server: TestPostgres, rows: number) {
  const url = await server.createDatabase();
  const database = await openPostgres({ url, poolSize: 2, statementTimeoutMs: 60_000 }, () => {});
  try {
    await migrate(database);
    await fillTransfers(url, { rows, inProgress: IN_PROGRESS });
    const receipt = await measureMedian((sample) =>
      readShownSummaries(database, [hashOf('transaction', 1 + Math.floor((sample * (rows - 1)) / SAMPLES))]),
    );
    const [chainId] = CHAIN_IDS;
    const query = { chainId, now: new Date(), limit: 64, perDepositor: { transfers: 32, sends: 8 } };
    return { receipt, due: await measureMedian(() => readPayable(database, query)) };
  } finally {
    await database.close();
  }
}
