import { readCommandLine, readCount } from '../../commandLine.ts';
import type { Installation } from '../../installation/installation.ts';
import { percentile } from '../../report/percentile.ts';
import { withBench } from '../payments/withBench.ts';
import { readMemoryMb, readProcessorMs } from '../processUse.ts';
import { fillTransfers } from '../receipts/fillTransfers.ts';
import type { RequestKind } from './apiRequests.ts';
import { REQUEST_KINDS, TRANSFERS } from './apiRequests.ts';
import { startBareServer } from './bareServer.ts';
import type { KindResult, Sample } from './describeApi.ts';
import { describeApi, describeMemory, summarizeApi } from './describeApi.ts';
import { recordAnswer } from './recordAnswer.ts';
import type { Target } from './saturate.ts';
import { saturate } from './saturate.ts';
import { sendAtRate } from './sendAtRate.ts';

const HELP = `Usage: npm run bench -- api [--rounds 5] [--seconds 3] [--requests 1000000]

Measures the service's API and a bare node:http server that answers with the same bytes, in turns, with the same load
generator. The database is PostgreSQL with ${TRANSFERS} transfers, and the chains are anvil.

  --rounds    how often to measure each kind of request (default 5)
  --seconds   how long each measurement takes (default 3)
  --requests  how many requests to send while the memory is measured (default 1000000)`;

const { values } = readCommandLine({ help: HELP, options: ['rounds', 'seconds', 'requests'] });
const rounds = readCount('--rounds', values.rounds ?? '5');
const seconds = readCount('--seconds', values.seconds ?? '3');
const memoryRequests = readCount('--requests', values.requests ?? '1000000');
const WARM_UP_SECONDS = 1;
const MEMORY_STEPS = 10;
// The bench is a single client. It measures the work per request, not the rate limit.
const NO_LIMIT = 1_000_000;
const BLOCK_EVERY_MS = 1000;

type Server = { readonly pid: number; readonly target: Target };
type Pair = { readonly kind: RequestKind; readonly bare: Server; readonly own: Server };

const log = (text: string) => console.error(`${new Date().toISOString().slice(11, 19)}  ${text}`);

async function measureCapacity({ pid, target }: Server): Promise<{ perSecond: number; processorUs: number }> {
  const usedBefore = await readProcessorMs(pid);
  const { answered, perSecond } = await saturate(target, { seconds });
  return { perSecond, processorUs: (((await readProcessorMs(pid)) - usedBefore) * 1000) / answered };
}

async function measureRound({ bare, own }: Pair): Promise<Sample> {
  const [bareCapacity, ownCapacity] = [await measureCapacity(bare), await measureCapacity(own)];
  const latencies = await sendAtRate(own.target, ownCapacity.perSecond / 2, seconds);
  const bareLatencies = await sendAtRate(bare.target, ownCapacity.perSecond / 2, seconds);
  const shares = (all: readonly number[]) => ({ p50: percentile(all, 0.5), p99: percentile(all, 0.99) });
  return { bare: { ...bareCapacity, ...shares(bareLatencies) }, own: { ...ownCapacity, ...shares(latencies) } };
}

async function measureKinds(pairs: readonly Pair[]): Promise<readonly KindResult[]> {
  const results = pairs.map(({ kind }) => ({ kind, samples: [] as Sample[] }));
  for (const { kind, bare, own } of pairs) {
    log(`warm-up: ${kind.name}`);
    for (const { target } of [bare, own]) await saturate(target, { seconds: WARM_UP_SECONDS });
  }
  for (let round = 1; round <= rounds; round += 1) {
    for (const [index, pair] of pairs.entries()) {
      const sample = await measureRound(pair);
      results[index]?.samples.push(sample);
      const { bare, own } = sample;
      log(`round ${round}, ${pair.kind.name}: ${own.perSecond.toFixed(0)} of ${bare.perSecond.toFixed(0)} a second`);
    }
  }
  return results;
}

/** Sends requests of every kind. @returns the memory after each tenth of them, in MB */
async function measureMemory(pairs: readonly Pair[]): Promise<readonly number[]> {
  const amount = Math.ceil(memoryRequests / MEMORY_STEPS / pairs.length);
  const samples: number[] = [];
  for (let step = 1; step <= MEMORY_STEPS; step += 1) {
    for (const { own } of pairs) await saturate(own.target, { amount });
    const [first] = pairs;
    if (first) samples.push(await readMemoryMb(first.own.pid));
    log(`memory after ${step * amount * pairs.length} requests: ${samples.at(-1)?.toFixed(0)} MB`);
  }
  return samples;
}

const options = {
  ...{ blockEveryMs: BLOCK_EVERY_MS, requestsPerSecond: NO_LIMIT },
  prepare: ({ database }: Installation) => fillTransfers(database.admin, { rows: TRANSFERS, inProgress: 0 }),
};
await withBench(options, async ({ url, api }) => {
  const recorded = await Promise.all(REQUEST_KINDS.map((kind) => recordAnswer(url, kind)));
  const bareServer = await startBareServer(recorded);
  try {
    const pairs = REQUEST_KINDS.map((kind, index): Pair => {
      const { requests } = kind;
      const bareUrl = bareServer.urls[index] ?? '';
      return {
        kind,
        bare: { pid: bareServer.pid, target: { url: bareUrl, requests } },
        own: { pid: api.pid(), target: { url, requests } },
      };
    });
    const results = await measureKinds(pairs);
    const memory = await measureMemory(pairs);
    const sizes = recorded.map(({ body }) => Buffer.from(body, 'base64').length);
    const made = `${rounds} rounds of ${seconds} s: medians, with the smallest and the largest.`;
    console.log([made, describeApi(results, sizes), describeMemory(memory, memoryRequests)].join('\n\n'));
    console.log(`\n${summarizeApi(results, memory)}`);
  } finally {
    await bareServer.stop();
  }
});
