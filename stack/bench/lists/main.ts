import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from '../../../lab/commandLine.ts';

const HELP = `Usage: npm run bench -- lists

Measures the form with 5,000 tokens and 20,000 pairs: the longest task of the start and of each step, and the time until a key
and the token selector are painted. Writes docs/performance.md.`;
const PLAYWRIGHT = fileURLToPath(new URL('../../../node_modules/@playwright/test/cli.js', import.meta.url));

readCommandLine({ help: HELP, options: [] });
// The browser and the servers of this measurement are those of the end-to-end tests.
const child = spawn(process.execPath, [PLAYWRIGHT, 'test', 'longListsMeasure', '--project=desktop'], {
  stdio: 'inherit',
  env: { ...process.env, CAUSEWAY_MEASURE: '1' },
});
const [code] = await once(child, 'exit');
process.exitCode = code === 0 ? 0 : 1;
