import { setTimeout } from 'node:timers/promises';
import { readCommandLine, readCount } from '../../commandLine.ts';
import type { ReplicatedPostgres } from '../../postgres/replicatedPostgres.ts';
import { startReplicatedPostgres } from '../../postgres/replicatedPostgres.ts';
import { waitUntil } from '../../processes/waitUntil.ts';
import { withBenchService } from '../payments/benchService.ts';
import { compareLatencies } from '../payments/compareLatencies.ts';
import type { LatencyMeasurement } from '../payments/latencyMeasurement.ts';
import { startLatencyMeasurement } from '../payments/latencyMeasurement.ts';
import type { TcpProxy } from './tcpProxy.ts';
import { startTcpProxy } from './tcpProxy.ts';

const HELP = `Usage: npm run bench -- standby [--rounds 8] [--deposits 20]

Measures payment latency without and with a synchronous standby of PostgreSQL. Then kills the primary
during deposits, promotes the standby, and waits until every deposit is paid.

  --rounds    how many rounds to measure in each mode (default 8)
  --deposits  how many deposits a round makes (default 20)`;

const { values } = readCommandLine({ help: HELP, options: ['rounds', 'deposits'] });
const ROUNDS = readCount('--rounds', values.rounds ?? '8');
const DEPOSITS = readCount('--deposits', values.deposits ?? '20');
const FAILOVER_DEPOSITS = 40;
// PostgreSQL applies a reloaded setting a moment later.
const RELOAD_MS = 300;
const KILL_AFTER_MS = 3000;

async function measureStandbyCost(postgres: ReplicatedPostgres, measurement: LatencyMeasurement): Promise<void> {
  const latencies: Record<'alone' | 'synchronous', number[]> = { alone: [], synchronous: [] };
  // Warm-up: the first payments of a process take longer.
  await measurement.runRound(DEPOSITS);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const mode of ['alone', 'synchronous'] as const) {
      await postgres.setSynchronous(mode === 'synchronous');
      await setTimeout(RELOAD_MS);
      latencies[mode].push(...(await measurement.runRound(DEPOSITS)));
    }
    console.error(`round ${round + 1} of ${ROUNDS} finished`);
  }
  compareLatencies(
    { name: 'primary alone', ms: latencies.alone },
    { name: 'with a synchronous standby', ms: latencies.synchronous },
  );
}

/** @throws when a deposit stays unpaid */
async function failOver(
  { primary, standby, promote }: ReplicatedPostgres,
  proxy: TcpProxy,
  measurement: LatencyMeasurement,
): Promise<void> {
  const round = measurement.runRound(FAILOVER_DEPOSITS);
  round.catch(() => {});
  await setTimeout(KILL_AFTER_MS);
  const killedMs = performance.now();
  await primary.kill();
  await promote();
  const isPromoted = async () => (await standby.ask('select 1 where not pg_is_in_recovery()')).length > 0;
  await waitUntil(isPromoted, { what: 'the promotion of the standby' });
  proxy.redirectTo(standby.port);
  const downtimeMs = performance.now() - killedMs;
  const latencies = await round;
  console.log(`\nfailover: database unavailable for ${downtimeMs.toFixed(0)} ms`);
  console.log(`deposits paid: ${latencies.length} of ${FAILOVER_DEPOSITS}`);
  console.log(`slowest payment: ${Math.max(...latencies).toFixed(0)} ms`);
}

const postgres = await startReplicatedPostgres();
const proxy = await startTcpProxy(postgres.primary.port);
try {
  const databaseUrl = `postgresql://postgres@127.0.0.1:${proxy.port}/postgres`;
  await withBenchService({ layout: 'separate', databaseUrl }, async ({ bridge }) => {
    const measurement = await startLatencyMeasurement(bridge);
    try {
      await measureStandbyCost(postgres, measurement);
      await failOver(postgres, proxy, measurement);
    } finally {
      await measurement.stop();
    }
  });
} finally {
  await proxy.stop();
  await postgres.stop();
}
