import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from '../installation/installation.ts';
import { createInstallation } from '../installation/installation.ts';
import { startTestbed } from '../installation/testbed.ts';
import { orCleanUp } from '../processes/cleanups.ts';
import { percentile } from '../report/percentile.ts';
import type { TestPrograms } from '../service/programs.ts';
import type { TrafficDrill } from './drill.ts';
import type { HonestRun, HonestUsers } from './honestUsers.ts';
import { createHonestUsers } from './honestUsers.ts';
import { findViolations } from './judge.ts';

export type TrafficOptions = {
  readonly programs: TestPrograms;
  /** The folder for process logs. */
  readonly logs: string;
  readonly firstChainId: number;
  /** How many honest transfers to make undisturbed, and again during each disturbance. */
  readonly transfers: number;
  /** A transfer within this time is never too slow, because a busy machine delays transfers unevenly. */
  readonly patienceMs: number;
};

/** How long honest transfers took, in seconds. */
type Delays = { readonly median: number; readonly worst: number };

export type TrafficResult = {
  readonly quiet: Delays;
  readonly disturbed: Delays;
  /** The median delay during the disturbance, divided by the undisturbed median. */
  readonly ratio: number;
  /** None means that nobody gained anything, and every honest transfer was paid in time. */
  readonly problems: readonly string[];
};

const MAX_RATIO = 3;
const ENDPOINTS = 3;
const BLOCK_EVERY_MS = 250;
const CONFIRMATIONS = 3;
// An attacker's own deposits may be paid later than those of honest users.
const LAST_PAYMENTS_MS = 5000;

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function summarize({ delaysMs }: HonestRun): Delays {
  const at = (share: number) => round(percentile(delaysMs, share) / 1000);
  return delaysMs.length === 0 ? { median: 0, worst: 0 } : { median: at(0.5), worst: at(1) };
}

function findDelays(quiet: HonestRun, disturbed: HonestRun, patienceMs: number): readonly string[] {
  const [before, during] = [summarize(quiet), summarize(disturbed)];
  const isSlow = (kind: keyof Delays) => during[kind] >= Math.max(MAX_RATIO * before[kind], patienceMs / 1000);
  return (['median', 'worst'] as const)
    .filter(isSlow)
    .map((kind) => `the ${kind} honest transfer took ${during[kind]} s, and ${before[kind]} s before the disturbance`);
}

function findMissing({ missing }: HonestRun, when: string): readonly string[] {
  return missing > 0 ? [`${missing} honest transfers were not paid ${when}`] : [];
}

/** An installation with honest users, on which drills run one after another. */
export type TrafficLane = {
  run(drill: TrafficDrill): Promise<TrafficResult>;
  stop(): Promise<void>;
};

type Lane = {
  readonly installation: Installation;
  readonly users: HonestUsers;
  readonly options: TrafficOptions;
  readonly readQuiet: () => Promise<HonestRun>;
};

function countExits({ signer, workers, api }: Installation): number {
  return [signer, ...workers, api].reduce((sum, one) => sum + one.unexpectedExits(), 0);
}

async function disturb(drill: TrafficDrill, lane: Lane): Promise<TrafficResult> {
  const { installation, users, options, readQuiet } = lane;
  const { prepare, leadMs = 0, afterMs = LAST_PAYMENTS_MS, mayStop, hasStandby = false } = drill;
  const { sides } = installation.testbed;
  const begin = await prepare(installation);
  const quiet = await readQuiet();
  const exits = countExits(installation);
  const disturbance = await begin();
  await sleep(leadMs);
  const disturbed = await users.run(options.transfers);
  await sleep(afterMs);
  await disturbance.stop();
  for (const { endpoints } of sides) for (const endpoint of endpoints) endpoint.answer(null);
  // After a failover, the service must continue by itself.
  const mayLack = mayStop !== undefined && !hasStandby;
  const problems = [
    ...findMissing(quiet, 'before the disturbance'),
    ...(mayLack ? [] : findMissing(disturbed, 'in time')),
    ...(mayStop === undefined ? findDelays(quiet, disturbed, options.patienceMs) : []),
    ...(hasStandby || countExits(installation) === exits ? [] : ['a process ended by itself']),
    ...(await findViolations(installation, { mayLack })),
  ];
  const [before, during] = [summarize(quiet), summarize(disturbed)];
  return { quiet: before, disturbed: during, ratio: round(during.median / before.median), problems };
}

/** Starts the installation that a drill needs, with honest users. */
export function startTrafficLane(
  { name, change = () => {}, hasStandby = false }: Pick<TrafficDrill, 'name' | 'change' | 'hasStandby'>,
  options: TrafficOptions,
): Promise<TrafficLane> {
  return orCleanUp(async (cleanups) => {
    const { programs, logs, firstChainId, transfers } = options;
    const testbed = await startTestbed({
      ...{ firstChainId, logs, endpoints: ENDPOINTS, blockEveryMs: BLOCK_EVERY_MS, hasStandby },
      change: (file) => {
        for (const chain of file.chains) {
          Object.assign(chain, { confirmations: CONFIRMATIONS, payoutConfirmations: CONFIRMATIONS });
        }
        change(file);
      },
    });
    cleanups.add(testbed.stop);
    const installation = await createInstallation({ testbed, name, programs });
    cleanups.add(installation.stop);
    await installation.run();
    await installation.untilPairs();
    const users = await createHonestUsers(installation);
    let quiet: Promise<HonestRun> | null = null;
    const measureQuiet = async () => {
      // Warm-up: the first payments of a process take longer.
      await users.run(2);
      return users.run(transfers);
    };
    const readQuiet = () => {
      quiet ??= measureQuiet();
      return quiet;
    };
    return { run: (drill) => disturb(drill, { installation, users, options, readQuiet }), stop: cleanups.run };
  });
}
