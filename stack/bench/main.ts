import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

type Bench = {
  readonly name: string;
  readonly file: string;
  readonly measures: string;
  /** Whether its result is a section of docs/performance.md. The others run only when they are named. */
  readonly isInReport: boolean;
};

const BENCHES: readonly Bench[] = [
  {
    name: 'start',
    file: 'stack/bench/start/main.ts',
    measures: 'how fast the web app starts, compared with the least possible page',
    isInReport: true,
  },
  {
    name: 'bundle',
    file: 'stack/bench/bundle/main.ts',
    measures: 'the packages that the JavaScript of the web app comes from',
    isInReport: true,
  },
  {
    name: 'api',
    file: 'lab/bench/api/main.ts',
    measures: 'requests a second and latencies of the API, compared with bare node:http',
    isInReport: true,
  },
  {
    name: 'profile',
    file: 'lab/bench/profile/main.ts',
    measures: 'the work that takes the processor time of an API request',
    isInReport: true,
  },
  {
    name: 'calls',
    file: 'lab/bench/calls/main.ts',
    measures: 'RPC calls without deposits and for each deposit, compared with a bare watcher',
    isInReport: true,
  },
  {
    name: 'settlement',
    file: 'lab/bench/settlement/main.ts',
    measures: 'the time from the last confirmation to the payout, and a burst of deposits',
    isInReport: true,
  },
  {
    name: 'growth',
    file: 'lab/bench/growth/main.ts',
    measures: 'what a pair, deposit, transfer, client, chain and token cost at three sizes',
    isInReport: true,
  },
  {
    name: 'gas',
    file: 'lab/bench/gas/main.ts',
    measures: 'the gas of payments and deposits, compared with plain transfers',
    isInReport: true,
  },
  {
    name: 'lists',
    file: 'stack/bench/lists/main.ts',
    measures: 'the form with 5,000 tokens and 20,000 pairs: its longest tasks, keys and the token selector',
    isInReport: true,
  },
  {
    name: 'warm',
    file: 'stack/bench/warmStart/main.ts',
    measures: 'how long npm start takes from the second time on',
    isInReport: true,
  },
  {
    name: 'receipts',
    file: 'lab/bench/receipts/main.ts',
    measures: 'each database query with 10 million transfers (50 GB of disk)',
    isInReport: false,
  },
  {
    name: 'standby',
    file: 'lab/bench/standby/main.ts',
    measures: 'what a synchronous PostgreSQL standby adds to a payment',
    isInReport: false,
  },
];

const list = BENCHES.map(({ name, measures }) => `  ${name.padEnd(10)} ${measures}`).join('\n');
const inReport = BENCHES.filter(({ isInReport }) => isInReport);
const HELP = `Usage: npm run bench [-- <name> [options of that benchmark]]

Without a name, runs ${inReport.map(({ name }) => name).join(', ')} in turn. A result goes to the standard output.
\`npm run evidence\` also writes it into docs/performance.md.

${list}

Each benchmark has --help.`;

const root = fileURLToPath(new URL('../../', import.meta.url));

/** @returns whether the benchmark succeeded */
async function run({ name, file }: Bench, args: readonly string[]): Promise<boolean> {
  console.error(`\n##### ${name}\n`);
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], { cwd: root, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return code === 0;
}

const [name, ...args] = process.argv.slice(2);
const named = BENCHES.filter((bench) => bench.name === name);
if (name === '--help') console.log(HELP);
else if (name !== undefined && named.length === 0) {
  console.error(`There is no benchmark ${JSON.stringify(name)}.\n\n${HELP}`);
  process.exitCode = 2;
} else {
  const failed: string[] = [];
  for (const bench of name === undefined ? inReport : named) {
    if (!(await run(bench, args))) failed.push(bench.name);
  }
  if (failed.length > 0) {
    console.error(`Failed: ${failed.join(', ')}`);
    process.exitCode = 1;
  }
}
