import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { runCampaign } from './campaign/runCampaign.ts';
import { tryFailpoints, tryMutants } from './failpoints/commands.ts';
import { bundleProgram } from './harness/bundleProgram.ts';
import { writeReport } from './report/report.ts';

const RESULTS = new URL('../../docs/chaos/', import.meta.url);
const HELP = `npm run chaos -- campaign [--seeds 1-10] [--transfers 1000]
  Deposits on two chains while processes are killed, chains reorganised, the database crashed and RPCs lie, one seed after
  the other; then an auditor that reads nothing but the chains. Each seed's result goes to docs/chaos.

npm run chaos -- failpoints [--only "bump"]
  The service is killed, frozen and cut off from its database at every named place of a payout, a refund, a fee bump and a
  cancel, and has to recover each time.

npm run chaos -- mutants [--only journal]
  The service with one well-known mistake at a time; each has to be convicted where the service as it is, is not.

npm run chaos -- report
  Writes the tables of the stored results into docs/exactly-once.md.`;

// Every fifth seed's reorganisations go deeper than the service's confirmations, some of them.
const DEEP_SEEDS = 5;
const DEEP_SHARE = 0.3;

function say(line: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);
}

/** "1-3,7" is 1, 2, 3 and 7. */
function readSeeds(text: string): readonly number[] {
  return text.split(',').flatMap((part) => {
    const [from = Number.NaN, to = from] = part.split('-').map(Number);
    if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || to < from) {
      throw new Error(`--seeds: ${part} is neither a whole number nor a range like 1-10`);
    }
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}

async function runCampaigns(seeds: readonly number[], transfers: number): Promise<boolean> {
  const program = await bundleProgram('service/main.ts');
  await mkdir(RESULTS, { recursive: true });
  let passed = true;
  for (const seed of seeds) {
    const result = await runCampaign({
      seed: String(seed),
      transfers,
      program,
      workers: 3,
      everyMs: { deposit: 220, kill: 1200, reorg: 13_000, databaseRestart: 26_000, feeSpike: 20_000 },
      deepShare: seed % DEEP_SEEDS === 0 ? DEEP_SHARE : 0,
      troubledMs: 60_000,
      calmMs: 240_000,
      say,
    });
    await writeFile(new URL(`campaign-${seed}.json`, RESULTS), `${JSON.stringify(result, null, 2)}\n`);
    const { verdict, books, seconds, completionSeconds } = result;
    say(
      `seed ${seed}: ${result.passed ? 'passed' : 'FAILED'} in ${seconds} s; ${JSON.stringify({ ...verdict, books, completionSeconds })}`,
    );
    passed &&= result.passed;
  }
  return passed;
}

// What was started ends with this process, but only where it ends by itself.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: 'string', default: '1-10' },
    transfers: { type: 'string', default: '1000' },
    only: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
});
const [command] = positionals;
if (values.help) console.log(HELP);
else if (command === 'report') await writeReport();
else if (command === 'failpoints') process.exitCode = (await tryFailpoints({ only: values.only, say })) ? 0 : 1;
else if (command === 'mutants') process.exitCode = (await tryMutants({ only: values.only, say })) ? 0 : 1;
else if (command !== 'campaign') throw new Error(HELP);
else process.exitCode = (await runCampaigns(readSeeds(values.seeds), Number(values.transfers))) ? 0 : 1;
