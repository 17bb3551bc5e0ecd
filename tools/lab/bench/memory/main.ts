import { setTimeout } from 'node:timers/promises';
import { portOf } from '../../../../service/boot/readConfig.ts';
import { readCounts } from '../../audit/readDatabaseCounts.ts';
import { readCommandLine, readCount } from '../../commandLine.ts';
import type { Installation } from '../../installation/installation.ts';
import { fitSlope } from '../../report/fitSlope.ts';
import { percentile } from '../../report/percentile.ts';
import { toTable } from '../../report/toTable.ts';
import { withBench } from '../payments/withBench.ts';
import { readMemoryMb } from '../processUse.ts';
import { makeDeposits } from '../settlement/makeDeposits.ts';

const HELP = `Usage: npm run bench -- memory [--minutes 10]

Measures the worker's memory while 1,000 deposits a minute arrive: its heap after garbage collections, and its resident memory.
It is flat if neither grows by more than 1 % a minute.

  --minutes  how long (default 10)`;

const { values } = readCommandLine({ help: HELP, options: ['minutes'] });
const MINUTES = readCount('--minutes', values.minutes ?? '10');
const PER_MINUTE = 1000;
const BLOCK_MS = 1000;
const BATCH = 50;
const USERS = 10;
// Buffers and caches fill first.
const LEFT_OUT = Math.ceil(MINUTES / 5);
/** In percent of the memory, per minute. */
const GOAL = 1;
// The share of a minute's deposits that may be open at its end. Beyond that, the memory of a backlog is measured.
const MAX_OPEN = 0.5;

/** The worker in one minute. Memory is in megabytes. */
type Minute = { readonly heap: number; readonly resident: number; readonly open: number };

/** Opens the operator's ports, which the lab keeps closed. */
async function openPorts({ file, writeFile }: Installation): Promise<void> {
  const opened = structuredClone(file);
  delete opened.lab.operatorPort;
  await writeFile(opened, 'service');
}

async function readHeapMb(metricsUrl: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  const bytes = Number(/^nodejs_heap_size_used_bytes (\S+)$/m.exec(text)?.[1]);
  if (!(bytes > 0)) throw new Error(`${metricsUrl} names no heap size`);
  return bytes / 1_000_000;
}

async function measure({ testbed, file, workers: [worker], query }: Installation): Promise<readonly Minute[]> {
  if (!worker) throw new Error('the bench needs a worker');
  const { bridge } = testbed;
  const { chain, deployment } = bridge.origin;
  const users = await Promise.all(Array.from({ length: USERS }, () => chain.createAccount()));
  const metricsUrl = `http://127.0.0.1:${portOf(file, 'workerOperator')}/metrics`;
  const minutes: Minute[] = [];
  const startedAt = performance.now();
  let made = 0;
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    const samples: { readonly heap: number; readonly resident: number }[] = [];
    for (; made < minute * PER_MINUTE; made += BATCH) {
      await makeDeposits(bridge, users, { maker: deployment.vault, count: BATCH });
      samples.push({ heap: await readHeapMb(metricsUrl), resident: await readMemoryMb(worker.pid()) });
      await setTimeout(Math.max(0, startedAt + ((made + BATCH) * 60_000) / PER_MINUTE - performance.now()));
    }
    const { unfinished } = await readCounts(query);
    // The heap is smallest after a garbage collection.
    const heap = Math.min(...samples.map((sample) => sample.heap));
    const resident = percentile(
      samples.map((sample) => sample.resident),
      0.5,
    );
    minutes.push({ heap, resident, open: unfinished });
    console.error(`minute ${minute} of ${MINUTES} finished`);
  }
  return minutes;
}

/** How much the memory grows, in percent per minute. */
function growthOf(memory: readonly number[]): number {
  return (100 * fitSlope(memory)) / percentile(memory, 0.5);
}

/** Prints the result. @returns whether the worker kept up and its memory stayed flat */
function report(minutes: readonly Minute[]): boolean {
  const rows = minutes.map(({ heap, resident, open }, index) => [
    String(index + 1),
    ...[heap.toFixed(1), resident.toFixed(0), String(open)],
  ]);
  console.log(toTable([['minute', 'heap MB', 'resident MB', 'open transfers'], ...rows]));
  const late = minutes.slice(LEFT_OUT);
  const growths = (['heap', 'resident'] as const).map((name) => {
    const memory = late.map((minute) => minute[name]);
    return { growth: growthOf(memory), text: `${name} ${percentile(memory, 0.5).toFixed(0)} MB` };
  });
  const hasBacklog = late.some(({ open }) => open > MAX_OPEN * PER_MINUTE);
  if (hasBacklog) console.log('The worker fell behind, so its memory means little. Run the bench on an idle machine.');
  const texts = growths.map(({ growth, text }) => `${text}, ${growth.toFixed(1)} % more each minute`);
  console.log(
    `\nthe worker at ${PER_MINUTE.toLocaleString('en-US')} deposits a minute: ${texts.join('; ')} (goal ${GOAL} %)`,
  );
  return !hasBacklog && growths.every(({ growth }) => growth <= GOAL);
}

const minutes = await withBench({ blockEveryMs: BLOCK_MS, prepare: openPorts }, measure);
process.exitCode = report(minutes) ? 0 : 1;
