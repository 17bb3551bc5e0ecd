import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from '../../../lab/commandLine.ts';

const HELP = `Usage: npm run bench -- lists

Measures the form with 5,000 tokens and 20,000 pairs: the longest task of the start and of each step, and the time until a key
and the token selector are painted.`;
const PLAYWRIGHT = fileURLToPath(new URL('../../../node_modules/@playwright/test/cli.js', import.meta.url));

readCommandLine({ help: HELP, options: [] });
const folder = mkdtempSync(join(tmpdir(), 'causeway-lists-'));
try {
  const result = join(folder, 'result.md');
  // The browser and the servers of this measurement are those of the end-to-end tests. The standard output is for the result.
  const child = spawn(process.execPath, [PLAYWRIGHT, 'test', 'longListsMeasure', '--project=desktop'], {
    stdio: ['ignore', process.stderr, process.stderr],
    env: { ...process.env, CAUSEWAY_MEASURE: result },
  });
  const [code] = await once(child, 'exit');
  process.exitCode = code === 0 ? 0 : 1;
  if (code === 0) console.log(readFileSync(result, 'utf8'));
} finally {
  rmSync(folder, { recursive: true });
}
