import type { Database } from '../../../../service/db/database.ts';
import { migrate } from '../../../../service/db/migrate.ts';
import { openPostgres } from '../../../../service/db/postgres.ts';
import { readCommandLine, readCount } from '../../commandLine.ts';
import type { TestPostgres } from '../../postgres/testPostgres.ts';
import { startTestPostgres } from '../../postgres/testPostgres.ts';
import { percentile } from '../../report/percentile.ts';
import { fillTransfers, LARGE_TABLES } from './fillTransfers.ts';
import type { BenchQuery } from './queries.ts';
import { INTERNAL_QUERIES, RECEIPT_QUERIES } from './queries.ts';
import { readPlans } from './readPlans.ts';

const SMALL_ROWS = 100_000;
const DEFAULT_ROWS = 10_000_000;
const HELP = `Usage: npm run bench -- receipts [--rows ${DEFAULT_ROWS}]

Runs every query of the service on a database with ${SMALL_ROWS} transfers and on a large one.
Prints the latencies, the query plans and the table sizes. Fails when a query scans a large table.

  --rows  how many transfers the large database holds (default ${DEFAULT_ROWS}); a million needs 5 GB of disk`;

const { values } = readCommandLine({ help: HELP, options: ['rows'] });
const ROWS = readCount('--rows', values.rows ?? String(DEFAULT_ROWS));
// The same number in both databases; all other transfers are final.
const IN_PROGRESS = 1000;
const RECEIPT_SAMPLES = 5000;
const INTERNAL_SAMPLES = 50;
// To fill faster: few checkpoints, and no write-ahead log for new tables. All other settings are PostgreSQL's defaults.
const SETTINGS = ['wal_level=minimal', 'max_wal_senders=0', 'max_wal_size=4GB'];

type FilledDatabase = { readonly database: Database; readonly rows: number };
type Both<T> = readonly [small: T, large: T];

const log = (line: string) => console.error(`${new Date().toISOString().slice(11, 19)}  ${line}`);

async function createFilledDatabase(server: TestPostgres, rows: number): Promise<FilledDatabase> {
  const url = await server.createDatabase();
  const database = await openPostgres({ url, poolSize: 2, statementTimeoutMs: 120_000 }, () => {});
  await migrate(database);
  await fillTransfers(url, { rows, inProgress: IN_PROGRESS }, (line) => log(`filling ${rows} transfers: ${line}`));
  return { database, rows };
}

/** Queries the databases alternately, so that other load on the machine slows both equally. */
async function measure(both: Both<FilledDatabase>, query: BenchQuery, samples: number): Promise<Both<number[]>> {
  const times: Both<number[]> = [[], []];
  for (let sample = 0; sample < samples; sample += 1) {
    for (const index of [0, 1] as const) {
      const startedMs = performance.now();
      await query.run(both[index].database, both[index].rows);
      times[index].push(performance.now() - startedMs);
    }
  }
  return times;
}

const formatMs = (value: number) => value.toFixed(2);

/** @returns how much longer the query takes on the large database (median) */
async function reportLatency(both: Both<FilledDatabase>, query: BenchQuery, samples: number): Promise<number> {
  const [small, large] = await measure(both, query, samples);
  const cells = [0.5, 0.99].flatMap((share) => {
    const [before, after] = [percentile(small, share), percentile(large, share)];
    return [formatMs(before), formatMs(after), (after / before).toFixed(2)];
  });
  console.log(`| ${[query.name, ...cells].join(' | ')} |`);
  return percentile(large, 0.5) / percentile(small, 0.5);
}

/** @returns false when the query scans a large table sequentially */
async function reportPlan({ database, rows }: FilledDatabase, query: BenchQuery): Promise<boolean> {
  const { scans, pages } = await readPlans(database, (recording) => query.run(recording, rows));
  const fullScans = scans.filter((scan) => LARGE_TABLES.some((table) => scan === `Seq Scan ${table}`));
  const relevant = scans.filter((scan) => !scan.startsWith('Seq Scan') || fullScans.includes(scan));
  console.log(`| ${query.name} | ${pages} | ${relevant.join(', ')}${fullScans.length > 0 ? ' **full scan**' : ''} |`);
  return fullScans.length === 0;
}

/** @returns the gigabytes per million transfers */
async function reportSize({ database, rows }: FilledDatabase): Promise<number> {
  const sizes = await database.query<{ name: string; tableMb: bigint; indexMb: bigint }>(
    `select relname as name, pg_table_size(oid) / 1000000 as table_mb, pg_indexes_size(oid) / 1000000 as index_mb
     from pg_class where relkind = 'r' and relname = any($1) order by pg_total_relation_size(oid) desc`,
    [LARGE_TABLES],
  );
  console.log(`\n| table, with ${rows} transfers | rows, MB | indexes, MB |\n|---|--:|--:|`);
  for (const { name, tableMb: table, indexMb: index } of sizes) console.log(`| ${name} | ${table} | ${index} |`);
  const totalMb = Number(sizes.reduce((sum, { tableMb: table, indexMb: index }) => sum + table + index, 0n));
  return totalMb / 1000 / (rows / 1e6);
}

const server = await startTestPostgres({ settings: SETTINGS });
try {
  const small = await createFilledDatabase(server, SMALL_ROWS);
  const large = await createFilledDatabase(server, ROWS);
  const both = [small, large] as const;
  console.log(`${SMALL_ROWS} and ${ROWS} transfers, each with ${IN_PROGRESS} in progress; milliseconds\n`);
  console.log(`| query | p50, ${SMALL_ROWS} | p50, ${ROWS} | ratio | p99, ${SMALL_ROWS} | p99, ${ROWS} | ratio |`);
  console.log('|---|--:|--:|--:|--:|--:|--:|');
  const ratios: number[] = [];
  for (const query of RECEIPT_QUERIES) ratios.push(await reportLatency(both, query, RECEIPT_SAMPLES));
  const slowestReceipt = Math.max(...ratios);
  for (const query of INTERNAL_QUERIES) ratios.push(await reportLatency(both, query, INTERNAL_SAMPLES));
  console.log('\n| query | pages | plan |\n|---|--:|---|');
  let fullScans = 0;
  for (const query of [...RECEIPT_QUERIES, ...INTERNAL_QUERIES]) {
    if (!(await reportPlan(large, query))) fullScans += 1;
  }
  const perMillion = await reportSize(large);
  console.log(
    `\n${ROWS.toLocaleString('en-US')} transfers instead of ${SMALL_ROWS.toLocaleString('en-US')}: a receipt takes up to ${slowestReceipt.toFixed(2)} times as long, any other query up to ${Math.max(...ratios).toFixed(2)} times; ${fullScans} queries scan a large table; ${perMillion.toFixed(1)} GB for a million transfers`,
  );
  process.exitCode = fullScans === 0 ? 0 : 1;
  await Promise.all(both.map(({ database }) => database.close()));
} finally {
  await server.stop();
}
