import { availableParallelism } from 'node:os';
import { readCommandLine, readCount } from '../../commandLine.ts';
import { startReplicatedPostgres } from '../../postgres/replicatedPostgres.ts';
import { createCleanups } from '../../processes/cleanups.ts';
import { createLogFolder } from '../../processes/createLogFolder.ts';
import { waitUntil } from '../../processes/waitUntil.ts';
import { bundlePrograms } from '../../service/programs.ts';
import type { Step } from './describeScaling.ts';
import { describeScaling, findLimit } from './describeScaling.ts';
import type { Fleet } from './fleet.ts';
import { startFleet } from './fleet.ts';
import { readUse } from './readUse.ts';
import { startTraffic } from './traffic.ts';

const HELP = `Usage: npm run bench -- scaling [--minutes 10] [--rates 1,2,5,10,20,50] [--chains 20]

Two installations on one machine, each with a hot wallet, a signer, an API process and half of the chains, three workers in all,
and PostgreSQL with a synchronous standby. Blocks come every half second. The rate of deposits rises step by step until the
machine no longer holds it. Shows what is used up first and what a payment costs each kind of process. At the end, an audit of
every payment. Linux only.

  --minutes  how long all steps take together (default 10)
  --rates    deposits per second of each step (default 1,2,5,10,20,50)
  --chains   how many chains there are, an even number (default 20)`;

const { values } = readCommandLine({ help: HELP, options: ['minutes', 'rates', 'chains'] });
const RATES = (values.rates ?? '1,2,5,10,20,50').split(',').map((rate) => readCount('--rates', rate));
const STEP_SECONDS = (readCount('--minutes', values.minutes ?? '10') * 60) / (RATES.length + 1);
const CHAINS = readCount('--chains', values.chains ?? '20');
const BLOCK_SECONDS = 0.5;
const FIRST_CHAIN_ID = 47_300;
const WORKERS = [2, 1];
const DRAIN_MS = 600_000;

const box = { chains: CHAINS, cores: availableParallelism(), blockSeconds: BLOCK_SECONDS };
const cleanups = createCleanups();
try {
  const { programs, remove } = await bundlePrograms();
  cleanups.add(remove);
  const logs = await createLogFolder('scaling');
  const postgres = await startReplicatedPostgres();
  cleanups.add(postgres.stop);
  const fleets: Fleet[] = [];
  for (const [index, workers] of WORKERS.entries()) {
    const chains = CHAINS / WORKERS.length;
    const place = { name: `fleet${index + 1}`, firstChainId: FIRST_CHAIN_ID + index * chains };
    const options = { ...place, chains, workers, blockSeconds: BLOCK_SECONDS, postgres, programs, logs };
    fleets.push(await startFleet(options, cleanups));
    console.error(`installation ${index + 1} of ${WORKERS.length} runs`);
  }
  const traffic = await startTraffic(fleets);
  cleanups.add(traffic.stop);

  const steps: Step[] = [];
  for (const rate of [0, ...RATES]) {
    const [before, minedBefore] = [await readUse(fleets, postgres), traffic.blocks()];
    const startedAt = performance.now();
    const deposits = await traffic.send(rate, STEP_SECONDS);
    const tookSeconds = (performance.now() - startedAt) / 1000;
    const [after, blocks] = [await readUse(fleets, postgres), traffic.blocks() - minedBefore];
    await traffic.locate();
    const sent = [...steps.flatMap((step) => step.deposits), ...deposits];
    const backlog = sent.filter(({ confirmedAt, paidAt }) => confirmedAt !== null && paidAt === null).length;
    const step = { rate, before, after, deposits, backlog, blocks, seconds: STEP_SECONDS, tookSeconds };
    steps.push(step);
    const limit = findLimit(step, box);
    console.error(`${rate} deposits per second: ${limit ?? 'held'}`);
    if (limit !== null) break;
  }

  // Whatever the rate was, every deposit must be paid in the end, exactly once.
  const isPaid = async () => {
    const unpaid = await Promise.all(fleets.map(({ auditor }) => auditor.poll()));
    return unpaid.every((count) => count === 0);
  };
  const drain = waitUntil(isPaid, { timeoutMs: DRAIN_MS, everyMs: 1000, what: 'the last payment' });
  // The audit then names the unpaid deposits.
  await drain.catch((error: unknown) => console.error(error));
  await traffic.locate();
  let payouts = 0;
  for (const { auditor, signer, workers, api } of fleets) {
    const result = await auditor.audit();
    payouts += result.payouts;
    for (const { kind, id, detail } of result.violations) console.error(`${kind} ${id}: ${detail}`);
    const exits = [signer, ...workers, api].reduce((total, one) => total + one.unexpectedExits(), 0);
    if (result.violations.length > 0 || exits > 0) process.exitCode = 1;
    if (exits > 0) console.error(`processes ended ${exits} times: see ${logs}`);
  }
  const made = steps.reduce((total, { deposits }) => total + deposits.length, 0);
  if (payouts !== made) process.exitCode = 1;
  console.log(`${describeScaling(steps, box)}; ${payouts} payouts for ${made} deposits`);
} finally {
  await cleanups.run();
}
