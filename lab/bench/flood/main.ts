import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Rig } from '../payments/benchService.ts';
import { withRig } from '../payments/benchService.ts';
import { compareTimes } from '../payments/compareLatencies.ts';
import { startPaymentMeter } from '../payments/paymentLatency.ts';
import { startRequester } from './loadGenerator.ts';

// npm run flood [-- --rounds 12 --deposits 20 --per-second 500 --layout separate|all]
// From a deposit's block to its payment's, in turn with nobody asking the API and with very many.
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '12' },
    deposits: { type: 'string', default: '20' },
    'per-second': { type: 'string', default: '500' },
    layout: { type: 'string', default: 'separate' },
  },
});
const ROUNDS = Number(options.rounds);
const DEPOSITS = Number(options.deposits);
const PER_SECOND = Number(options['per-second']);
const LAYOUT = options.layout === 'all' ? 'all' : 'separate';
const MOST = 1.25;
// Below this share of what was to be asked it was no flood, and nothing is known.
const LEAST_ASKED = 0.2;
const SETTLING_MS = 500;

async function measure({ bridge, url }: Rig): Promise<void> {
  const meter = await startPaymentMeter(bridge);
  const requester = startRequester(url, PER_SECOND);
  const [quiet, flooded]: [number[], number[]] = [[], []];
  const answers = new Map<string, number>();
  let floodedMs = 0;
  try {
    // The first payments of a process take longer, whoever asks meanwhile.
    await meter.runRound(DEPOSITS);
    for (let round = 0; round < ROUNDS; round += 1) {
      quiet.push(...(await meter.runRound(DEPOSITS)));
      const started = performance.now();
      requester.start();
      await setTimeout(SETTLING_MS);
      flooded.push(...(await meter.runRound(DEPOSITS)));
      floodedMs += performance.now() - started;
      for (const [status, count] of Object.entries(await requester.stop())) {
        answers.set(status, (answers.get(status) ?? 0) + count);
      }
      console.error(`round ${round + 1} of ${ROUNDS}`);
    }
  } finally {
    await requester.end();
    await meter.stop();
  }
  report({ quiet, flooded, answers, floodedMs });
}

type Measured = {
  readonly quiet: readonly number[];
  readonly flooded: readonly number[];
  readonly answers: ReadonlyMap<string, number>;
  readonly floodedMs: number;
};

function report({ quiet, flooded, answers, floodedMs }: Measured): void {
  console.log(`layout ${LAYOUT}`);
  const ratios = compareTimes({ name: 'quiet', ms: quiet }, { name: 'flood', ms: flooded });
  if (ratios.some((ratio) => ratio > MOST)) process.exitCode = 1;
  const total = [...answers.values()].reduce((sum, count) => sum + count, 0);
  const perSecond = (total * 1000) / floodedMs;
  const counts = [...answers].map(([status, count]) => `${status === '0' ? 'none' : status}: ${count}`);
  console.log(`\n${total} requests, ${perSecond.toFixed(0)} a second; by status ${counts.join(', ')}`);
  if (perSecond < PER_SECOND * LEAST_ASKED) {
    console.log('Too few to be a flood: the machine has too much else to do.');
    process.exitCode = 1;
  }
}

await withRig({ layout: LAYOUT }, measure);
