import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Its files run one after another, with the same options. */
type Bench = { readonly files: readonly string[]; readonly measures: string };

const BENCHES: Readonly<Record<string, Bench>> = {
  start: {
    files: ['tools/stack/bench/start/main.ts'],
    measures: 'how fast the web app starts, compared with a minimal page',
  },
  api: {
    files: ['tools/lab/bench/api/main.ts'],
    measures: 'requests a second, latencies and memory of the API, compared with bare node:http',
  },
  settlement: {
    files: ['tools/lab/bench/settlement/main.ts'],
    measures: 'the time from the last confirmation to the payout, a burst of deposits, and what a payment costs',
  },
  memory: {
    files: ['tools/lab/bench/memory/main.ts', 'tools/stack/bench/memory/main.ts'],
    measures: 'the memory of the worker at 1,000 deposits a minute, and of the web app with 1,000 open transfers',
  },
  flood: {
    files: ['tools/lab/bench/flood/main.ts'],
    measures: 'how long payments take during a flood of API requests',
  },
  scaling: {
    files: ['tools/lab/bench/scaling/main.ts'],
    measures: 'what gives first when 20 chains and a rising rate of deposits share one machine',
  },
  receipts: {
    files: ['tools/lab/bench/receipts/main.ts'],
    measures: 'every database query with 10 million transfers (50 GB of disk)',
  },
};

const list = Object.entries(BENCHES).map(([name, { measures }]) => `  ${name.padEnd(10)} ${measures}`);
const HELP = `Usage: npm run bench -- <name> [the bench's options]

${list.join('\n')}

Each bench has --help. The result goes to the standard output. \`npm run evidence\` also stores it.`;

const [name = '--help', ...args] = process.argv.slice(2);
const bench = BENCHES[name];
if (name === '--help') console.log(HELP);
else if (!bench) {
  console.error(`There is no bench ${JSON.stringify(name)}.\n\n${HELP}`);
  process.exitCode = 2;
} else {
  const cwd = fileURLToPath(new URL('../../../', import.meta.url));
  for (const file of bench.files) {
    const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], { cwd, stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    process.exitCode ||= code ?? 1;
  }
}
