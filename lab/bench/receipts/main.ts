import { parseArgs } from 'node:util';
import type { Database } from '../../../service/db/database.ts';
import { migrate } from '../../../service/db/migrate.ts';
import { openPostgres } from '../../../service/db/postgres.ts';
import type { TestPostgres } from '../../postgres/testPostgres.ts';
import { startTestPostgres } from '../../postgres/testPostgres.ts';
import { percentile } from '../percentile.ts';
import { fillTransfers, LARGE_TABLES } from './fillTransfers.ts';
import type { Probe } from './queries.ts';
import { OTHERS, RECEIPTS } from './queries.ts';
import { readPlans } from './readPlans.ts';

// npm run bench:receipts [-- --rows 10000000]: the same questions to a small database and to one with years of transfers.
const { values: options } = parseArgs({ options: { rows: { type: 'string', default: '10000000' } } });
const ROWS = Number(options.rows);
const SMALL_ROWS = 100_000;
// In a database of any size: what lies before them is history.
const IN_PROGRESS = 1000;
const RECEIPT_SAMPLES = 5000;
const OTHER_SAMPLES = 50;
// For the filling: few checkpoints, and no log of tables that are new. All else is as PostgreSQL comes.
const SETTINGS = ['wal_level=minimal', 'max_wal_senders=0', 'max_wal_size=4GB'];

type Filled = { readonly database: Database; readonly rows: number };
type Compared = readonly [small: number[], large: number[]];

const log = (line: string) => console.error(`${new Date().toISOString().slice(11, 19)}  ${line}`);

async function createFilled(server: TestPostgres, rows: number): Promise<Filled> {
  const url = await server.createDatabase();
  const database = await openPostgres({ url, poolSize: 2, statementTimeoutMs: 120_000 }, () => {});
  await migrate(database);
  await fillTransfers(url, { rows, inProgress: IN_PROGRESS }, (line) => log(`filling ${rows}: ${line}`));
  return { database, rows };
}

/** Asks both in turn, so that whatever else the machine does slows down both alike. */
async function compare(both: readonly [Filled, Filled], probe: Probe, samples: number): Promise<Compared> {
  const times: Compared = [[], []];
  for (let sample = 0; sample < samples; sample += 1) {
    for (const which of [0, 1] as const) {
      const started = performance.now();
      await probe.ask(both[which].database, both[which].rows);
      times[which].push(performance.now() - started);
    }
  }
  return times;
}

const inMs = (value: number) => value.toFixed(2);

async function report(both: readonly [Filled, Filled], probe: Probe, samples: number): Promise<void> {
  const [small, large] = await compare(both, probe, samples);
  const cells = [0.5, 0.99].flatMap((share) => {
    const [before, after] = [percentile(small, share), percentile(large, share)];
    return [inMs(before), inMs(after), (after / before).toFixed(2)];
  });
  console.log(`| ${[probe.name, ...cells].join(' | ')} |`);
}

/** @returns whether no large table is read from one end to the other */
async function reportPlans({ database, rows }: Filled, probe: Probe): Promise<boolean> {
  const { scans, pages } = await readPlans(database, (recording) => probe.ask(recording, rows));
  const bad = scans.filter((scan) => LARGE_TABLES.some((table) => scan === `Seq Scan ${table}`));
  const ways = scans.filter((scan) => !scan.startsWith('Seq Scan') || bad.includes(scan));
  console.log(`| ${probe.name} | ${pages} | ${ways.join(', ')}${bad.length > 0 ? ' **reads a whole table**' : ''} |`);
  return bad.length === 0;
}

async function reportSize({ database, rows }: Filled): Promise<void> {
  const sizes = await database.query<{ name: string; table_mb: bigint; index_mb: bigint }>(
    `select relname as name, pg_table_size(oid) / 1000000 as table_mb, pg_indexes_size(oid) / 1000000 as index_mb
     from pg_class where relkind = 'r' and relname = any($1) order by pg_total_relation_size(oid) desc`,
    [LARGE_TABLES],
  );
  console.log(`\n| table of ${rows} transfers | rows, MB | indexes, MB |\n|---|--:|--:|`);
  for (const { name, table_mb: table, index_mb: index } of sizes) console.log(`| ${name} | ${table} | ${index} |`);
  const total = Number(sizes.reduce((sum, { table_mb: table, index_mb: index }) => sum + table + index, 0n));
  console.log(
    `\n${(total / 1000 / (rows / 1e6)).toFixed(2)} GB for a million transfers, ${(total / 1000).toFixed(1)} GB in all`,
  );
}

const server = await startTestPostgres({ settings: SETTINGS });
try {
  const small = await createFilled(server, SMALL_ROWS);
  const large = await createFilled(server, ROWS);
  const both = [small, large] as const;
  console.log(`${SMALL_ROWS} and ${ROWS} transfers, ${IN_PROGRESS} of each in progress; ms\n`);
  console.log(`| | p50, ${SMALL_ROWS} | p50, ${ROWS} | ratio | p99, ${SMALL_ROWS} | p99, ${ROWS} | ratio |`);
  console.log('|---|--:|--:|--:|--:|--:|--:|');
  for (const probe of RECEIPTS) await report(both, probe, RECEIPT_SAMPLES);
  for (const probe of OTHERS) await report(both, probe, OTHER_SAMPLES);
  console.log('\n| | pages | read by |\n|---|--:|---|');
  for (const probe of [...RECEIPTS, ...OTHERS]) {
    if (!(await reportPlans(large, probe))) process.exitCode = 1;
  }
  await reportSize(large);
  await Promise.all(both.map(({ database }) => database.close()));
} finally {
  await server.stop();
}
