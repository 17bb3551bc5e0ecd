import { startTestPostgres } from '../postgres/testPostgres.ts';
import { createLogFolder } from '../processes/createLogFolder.ts';
import type { TestPrograms } from '../service/programs.ts';
import { bundlePrograms } from '../service/programs.ts';
import type { Drill, StepDrill, TrafficDrill } from './drill.ts';
import { DRILLS } from './drills.ts';
import { runParallel } from './runParallel.ts';
import { createStepLane } from './runStepDrill.ts';
import { startTrafficLane } from './runTrafficDrill.ts';

export type DrillsCommand = {
  readonly kind: Drill['kind'] | undefined;
  /** Runs only the drills whose name contains the text. */
  readonly only: string;
  /** How many honest transfers to make before a disturbance, and again during it. */
  readonly transfers: number;
  readonly print: (line: string) => void;
};

type Run = Omit<DrillsCommand, 'kind' | 'only'> & { readonly programs: TestPrograms; readonly logs: string };

const TRAFFIC_CHAIN_ID = 48_000;
const STEPS_CHAIN_ID = 50_000;
const PARALLEL = 3;

/** Runs each drill on its own installation. @returns how many passed, and the largest ratio of delays */
async function runTraffic(drills: readonly TrafficDrill[], { programs, logs, transfers, print }: Run) {
  let passed = 0;
  let slowest = 0;
  for (const [index, drill] of drills.entries()) {
    const options = { programs, logs, transfers, patienceMs: 0, firstChainId: TRAFFIC_CHAIN_ID + 2 * index };
    // A drill that could not run has not passed.
    const problems = await startTrafficLane(drill, options)
      .then(async (lane) => {
        try {
          const result = await lane.run(drill);
          print(`  ${drill.name}: ${JSON.stringify(result)}`);
          if (drill.mayStop === undefined) slowest = Math.max(slowest, result.ratio);
          return result.problems;
        } finally {
          await lane.stop();
        }
      })
      .catch((error: unknown) => [error instanceof Error ? error.message : String(error)]);
    print(`${drill.name} ${problems.length === 0 ? 'passed' : `FAILED: ${problems.join('; ')}`}: ${drill.title}`);
    if (problems.length === 0) passed += 1;
  }
  return { passed, slowest };
}

/** @returns how many passed */
async function runSteps(drills: readonly StepDrill[], { programs, logs, print }: Run): Promise<number> {
  const postgres = await startTestPostgres({ isMigrated: true });
  const lanes = Array.from({ length: PARALLEL }, (_, slot) =>
    createStepLane({ firstChainId: STEPS_CHAIN_ID + slot * 2, postgres, logs }),
  );
  try {
    const results = await runParallel(drills, PARALLEL, async (drill, slot) => {
      const problems = (await lanes[slot]?.run(drill, { programs })) ?? ['no lane'];
      print(`${drill.name} ${problems.length === 0 ? 'passed' : `FAILED: ${problems.join('; ')}`}: ${drill.title}`);
      return problems.length === 0;
    });
    return results.filter(Boolean).length;
  } finally {
    await Promise.all(lanes.map((lane) => lane.stop()));
    await postgres.stop();
  }
}

/** Runs the drills of one kind, or all. @returns whether all passed */
export async function drillsCommand({ kind, only, ...options }: DrillsCommand): Promise<boolean> {
  const drills = DRILLS.filter((drill) => drill.name.includes(only) && (kind === undefined || drill.kind === kind));
  if (drills.length === 0) throw new Error(`no drill has ${JSON.stringify(only)} in its name`);
  const logs = await createLogFolder('drills');
  const { programs, remove } = await bundlePrograms();
  const run = { ...options, programs, logs };
  const traffic = drills.filter((drill) => drill.kind === 'traffic');
  const steps = drills.filter((drill) => drill.kind === 'steps');
  try {
    const { passed, slowest } = await runTraffic(traffic, run);
    const recovered = await runSteps(steps, run);
    const lines = [
      ...(traffic.length > 0
        ? [
            `Nobody gained anything in ${passed} of ${traffic.length} drills. The median transfer took up to ${slowest} times as long.`,
          ]
        : []),
      ...(steps.length > 0 ? [`The service recovered in ${recovered} of ${steps.length} drills.`] : []),
    ];
    console.log(lines.join(' '));
    return passed + recovered === drills.length;
  } finally {
    await remove();
  }
}
