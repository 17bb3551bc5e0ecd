import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommandLine, readCount } from '../../../lab/commandLine.ts';
import { percentile } from '../../../lab/report/percentile.ts';
import { toTable } from '../../../lab/report/toTable.ts';
import { PORTS, pickFreePorts } from '../../setup/ports.mjs';

const HELP = `Usage: npm run bench -- warm [--starts 5]

Starts the local stack, stops it, and starts it again from its state. Writes the times of the later starts into
docs/performance.md.`;
const GOAL_SECONDS = 10;
const START = fileURLToPath(new URL('../../start.mjs', import.meta.url));
const TITLE = /^ {2}- (.+)$/;
const DONE = /^ {4}done in ([\d.]+) s$/;

type Start = { readonly seconds: number; readonly steps: ReadonlyMap<string, number> };

const { values } = readCommandLine({ help: HELP, options: ['starts'] });
const starts = readCount('--starts', values.starts ?? '5');
const state = mkdtempSync(join(tmpdir(), 'causeway-warm-'));
const ports = await pickFreePorts();
const variables = Object.entries(PORTS).map(([name, { variable }]) => [
  variable,
  String(ports[name as keyof typeof PORTS]),
]);
const env = { ...process.env, ...Object.fromEntries(variables), CAUSEWAY_STATE: state };

async function startOnce(): Promise<Start> {
  const started = performance.now();
  const child = spawn(process.execPath, [START], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  let output = '';
  const seconds = await new Promise<number>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Press Ctrl-C to stop')) resolve((performance.now() - started) / 1000);
    });
    child.once('close', () => reject(new Error(`npm start ended:\n${output}`)));
  });
  child.kill('SIGINT');
  await closed;
  return { seconds, steps: readSteps(output) };
}

function readSteps(output: string): ReadonlyMap<string, number> {
  const steps = new Map<string, number>();
  let title = '';
  for (const line of output.split('\n')) {
    title = TITLE.exec(line)?.[1] ?? title;
    const [, time] = DONE.exec(line) ?? [];
    if (time !== undefined) steps.set(title, Number(time));
  }
  return steps;
}

function rowOf(title: string, seconds: readonly number[]): readonly string[] {
  const text = (value: number) => `${value.toFixed(1)} s`;
  return [title, text(percentile(seconds, 0.5)), text(Math.min(...seconds)), text(Math.max(...seconds))];
}

try {
  await startOnce();
  const warm: Start[] = [];
  for (let index = 0; index < starts; index++) warm.push(await startOnce());
  const total = warm.map(({ seconds }) => seconds);
  const titles = [...(warm[0]?.steps.keys() ?? [])];
  const table = toTable([
    ['step', 'median', 'smallest', 'largest'],
    ...titles.map((title) =>
      rowOf(
        title,
        warm.map(({ steps }) => steps.get(title) ?? 0),
      ),
    ),
    rowOf('the whole start', total),
  ]);
  const isMet = percentile(total, 0.5) <= GOAL_SECONDS;
  const text = `${table}\n\nGoal: ${GOAL_SECONDS} s. Met: ${isMet ? 'yes' : 'no'}.`;
  console.log(text);
} finally {
  rmSync(state, { recursive: true, force: true });
}
