import { startTestPostgres } from '../../postgres/testPostgres.ts';
import { bundleProgram, removeBundle } from '../harness/bundleProgram.ts';
import { runJobs } from '../harness/runParallel.ts';
import type { Lane } from '../harness/testbed.ts';
import { startLane } from '../harness/testbed.ts';
import { DRILL_PROGRAM } from '../mutants/runMutants.ts';
import type { FailpointCase } from './failpointCases.ts';
import { nameOf } from './failpointCases.ts';
import { runFailpointCase } from './runFailpointCase.ts';

export type FailpointResult = FailpointCase & { readonly seconds: number; readonly complaints: readonly string[] };

export type FailpointOptions = {
  readonly logs: string;
  readonly firstChainId: number;
  /** How many run at the same time. */
  readonly places: number;
  readonly say: (line: string) => void;
};

/** Lanes that are used again until something went wrong on them. */
function createLanes({ firstChainId, logs }: FailpointOptions, postgres: Lane['postgres']) {
  const lanes = new Map<number, Lane>();
  return {
    take: async (place: number): Promise<Lane> => {
      const options = { firstChainId: firstChainId + place * 2, postgres, logs, forgetful: true };
      const lane = lanes.get(place) ?? (await startLane(options));
      lanes.set(place, lane);
      return lane;
    },
    discard: async (place: number): Promise<void> => {
      const lane = lanes.get(place);
      lanes.delete(place);
      await lane?.stop();
    },
    stop: () => Promise.all([...lanes.values()].map((lane) => lane.stop())),
  };
}

/**
 * Makes the service fail at chosen places. The payout contract is one that pays an id as often as it is told to: what keeps a
 * payment from being made twice is the service alone.
 */
export async function runFailpoints(
  cases: readonly FailpointCase[],
  options: FailpointOptions,
): Promise<readonly FailpointResult[]> {
  const { places, say } = options;
  const program = await bundleProgram(DRILL_PROGRAM);
  const postgres = await startTestPostgres();
  const lanes = createLanes(options, postgres);
  try {
    return await runJobs(cases, places, async (failpointCase, place) => {
      const started = Date.now();
      const complaints = await runFailpointCase(await lanes.take(place), program, failpointCase);
      const seconds = Math.round((Date.now() - started) / 100) / 10;
      say(`${nameOf(failpointCase)}: ${complaints.join('; ') || 'recovers'} (${seconds} s)`);
      if (complaints.length > 0) await lanes.discard(place);
      return { ...failpointCase, seconds, complaints };
    });
  } finally {
    await lanes.stop();
    await postgres.stop();
    await removeBundle(program);
  }
}
