import { setTimeout } from 'node:timers/promises';
import { readCommandLine, readCount } from '../../commandLine.ts';
import type { Installation } from '../../installation/installation.ts';
import { percentile } from '../../report/percentile.ts';
import { withBench } from '../payments/withBench.ts';
import { startLatencyMeasurement } from './latencyMeasurement.ts';
import { startLoadGenerator } from './loadGenerator.ts';

const HELP = `Usage: npm run bench -- flood [--rounds 12] [--deposits 20] [--per-second 500]

Measures payment latency with and without a flood of API requests, in alternating rounds.
Fails when payments take more than 1.25 times as long during the flood.

  --rounds      how many rounds to measure with and without the flood (default 12)
  --deposits    how many deposits a round makes (default 20)
  --per-second  how many requests a second the flood sends (default 500)`;

const { values } = readCommandLine({ help: HELP, options: ['rounds', 'deposits', 'per-second'] });
const ROUNDS = readCount('--rounds', values.rounds ?? '12');
const DEPOSITS = readCount('--deposits', values.deposits ?? '20');
const PER_SECOND = readCount('--per-second', values['per-second'] ?? '500');
const BLOCK_EVERY_MS = 250;
const MAX_RATIO = 1.25;
// Below this share of the requested rate, the load is not a flood and the result means nothing.
const MIN_RATE_SHARE = 0.2;
const RAMP_UP_MS = 500;

type Measured = {
  readonly quiet: readonly number[];
  readonly flooded: readonly number[];
  readonly responses: ReadonlyMap<string, number>;
  readonly floodMs: number;
};

async function measure({ testbed, url }: Installation): Promise<Measured> {
  const measurement = await startLatencyMeasurement(testbed.bridge);
  const load = startLoadGenerator(url, PER_SECOND);
  const [quiet, flooded]: [number[], number[]] = [[], []];
  const responses = new Map<string, number>();
  let floodMs = 0;
  try {
    // Warm-up: the first payments of a process take longer.
    await measurement.runRound(DEPOSITS);
    for (let round = 0; round < ROUNDS; round += 1) {
      quiet.push(...(await measurement.runRound(DEPOSITS)));
      const startedMs = performance.now();
      load.start();
      await setTimeout(RAMP_UP_MS);
      flooded.push(...(await measurement.runRound(DEPOSITS)));
      floodMs += performance.now() - startedMs;
      for (const [status, count] of Object.entries(await load.stop())) {
        responses.set(status, (responses.get(status) ?? 0) + count);
      }
      console.error(`round ${round + 1} of ${ROUNDS} finished`);
    }
  } finally {
    await load.end();
    await measurement.stop();
  }
  return { quiet, flooded, responses, floodMs };
}

/** Prints how long payments take. @returns the ratio of the time in a flood to the time without one */
function compareAt(share: number, { quiet, flooded }: Measured): number {
  const [before, during] = [percentile(quiet, share), percentile(flooded, share)];
  const percent = `${share * 100} % of payments`;
  console.log(`${percent} within ${before.toFixed(0)} ms without a flood, ${during.toFixed(0)} ms in a flood`);
  return during / before;
}

/** Prints the result. @returns whether the flood was large enough and payments stayed fast */
function report(measured: Measured): boolean {
  const { quiet, flooded, responses, floodMs } = measured;
  console.log(`${quiet.length} payments without a flood, ${flooded.length} in a flood`);
  const ratios = [0.5, 0.9].map((share) => compareAt(share, measured));
  const total = [...responses.values()].reduce((sum, count) => sum + count, 0);
  const perSecond = (total * 1000) / floodMs;
  const counts = [...responses].map(([status, count]) => `${status === '0' ? 'no response' : status}: ${count}`);
  console.log(`responses by status: ${counts.join(', ')}`);
  const isFlood = perSecond >= PER_SECOND * MIN_RATE_SHARE;
  if (!isFlood) console.log('The request rate was too low for a flood. Run the bench again on an idle machine.');
  const [median = Number.NaN, slow = Number.NaN] = ratios;
  console.log(
    `during ${perSecond.toFixed(0)} requests a second, payments take ${median.toFixed(2)} times as long (median) and ${slow.toFixed(2)} times (90th percentile); at most ${MAX_RATIO}`,
  );
  return isFlood && ratios.every((ratio) => ratio <= MAX_RATIO);
}

const measured = await withBench({ blockEveryMs: BLOCK_EVERY_MS, isBlockPerTransaction: true }, measure);
process.exitCode = report(measured) ? 0 : 1;
