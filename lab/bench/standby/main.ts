import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { ReplicatedPostgres } from '../../postgres/replicatedPostgres.ts';
import { startReplicatedPostgres } from '../../postgres/replicatedPostgres.ts';
import { waitUntil } from '../../processes/waitUntil.ts';
import { withRig } from '../payments/benchService.ts';
import { compareTimes } from '../payments/compareLatencies.ts';
import type { PaymentMeter } from '../payments/paymentLatency.ts';
import { startPaymentMeter } from '../payments/paymentLatency.ts';
import type { Gate } from './tcpProxy.ts';
import { startGate } from './tcpProxy.ts';

// npm run bench:standby [-- --rounds 8 --deposits 20]
// What a synchronous standby costs a payment; then the primary is killed amid deposits, and the standby takes over.
const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '8' }, deposits: { type: 'string', default: '20' } },
});
const ROUNDS = Number(options.rounds);
const DEPOSITS = Number(options.deposits);
const FAILOVER_DEPOSITS = 40;
// What is configured anew counts a moment later.
const RELOAD_MS = 300;
const KILL_AFTER_MS = 3000;

async function compare(postgres: ReplicatedPostgres, meter: PaymentMeter): Promise<void> {
  const times: Record<'alone' | 'synchronous', number[]> = { alone: [], synchronous: [] };
  // The first payments of a process take longer.
  await meter.runRound(DEPOSITS);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const mode of ['alone', 'synchronous'] as const) {
      await postgres.setSynchronous(mode === 'synchronous');
      await setTimeout(RELOAD_MS);
      times[mode].push(...(await meter.runRound(DEPOSITS)));
    }
    console.error(`round ${round + 1} of ${ROUNDS}`);
  }
  compareTimes(
    { name: 'primary alone', ms: times.alone },
    { name: 'with a synchronous standby', ms: times.synchronous },
  );
}

/** All of the round's deposits have to be paid, or it fails. */
async function failOver({ primary, standby, promote }: ReplicatedPostgres, gate: Gate, meter: PaymentMeter) {
  const round = meter.runRound(FAILOVER_DEPOSITS);
  round.catch(() => {});
  await setTimeout(KILL_AFTER_MS);
  const killedAt = performance.now();
  await primary.kill();
  await promote();
  const isPrimary = async () => (await standby.ask('select 1 where not pg_is_in_recovery()')).length > 0;
  await waitUntil(isPrimary, { what: 'the promotion' });
  gate.leadTo(standby.port);
  const awayMs = performance.now() - killedAt;
  const times = await round;
  console.log(
    `\nfailover: the database was away for ${awayMs.toFixed(0)} ms; ${times.length} of ${FAILOVER_DEPOSITS} deposits around it were paid, the slowest in ${Math.max(...times).toFixed(0)} ms`,
  );
}

const postgres = await startReplicatedPostgres();
const gate = await startGate(postgres.primary.port);
try {
  const databaseUrl = `postgresql://postgres@127.0.0.1:${gate.port}/postgres`;
  await withRig({ layout: 'separate', databaseUrl }, async ({ bridge }) => {
    const meter = await startPaymentMeter(bridge);
    try {
      await compare(postgres, meter);
      await failOver(postgres, gate, meter);
    } finally {
      await meter.stop();
    }
  });
} finally {
  await gate.stop();
  await postgres.stop();
}
