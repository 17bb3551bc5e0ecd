import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestPostgres } from '../postgres/testPostgres.ts';
import { startTestPostgres } from '../postgres/testPostgres.ts';
import { createLogFolder } from '../processes/createLogFolder.ts';
import { requireSharedBundle } from '../service/programs.ts';
import type { Drill, StepDrill, TrafficDrill } from './drill.ts';
import { DRILLS, findStepDrill } from './drills.ts';
import { createStepLane } from './runStepDrill.ts';
import type { TrafficLane } from './runTrafficDrill.ts';
import { startTrafficLane } from './runTrafficDrill.ts';

const FIRST_CHAIN_ID = 48_000;
const TRANSFERS = 4;
const PATIENCE_MS = 30_000;

/** Step drills in addition to those of `stepDrills.test.ts`. `npm run lab -- drills` runs every step with every failure. */
const STEP_DRILLS: readonly StepDrill[] = [
  'everyStep',
  'payout sign.signed zombie',
  'payout sign.attemptStored disconnect',
  'refund settle.stored kill',
  'bump bump.stored kill',
  'cancel cancel.committed kill',
].map(findStepDrill);

const isTraffic = (drill: Drill): drill is TrafficDrill => drill.kind === 'traffic';
const traffic = DRILLS.filter(isTraffic);
const sharing = traffic.filter(({ leavesTraces = false }) => !leavesTraces);
const settings = [...new Set(sharing.map(({ change }) => change))];
const alone = traffic.filter(({ leavesTraces = false }) => leavesTraces);

/**
 * The drills that run one after another on an installation: those with the same settings, or a single one that leaves traces.
 */
const [largest = [], ...others] = [
  ...settings.map((change) => sharing.filter((drill) => drill.change === change)),
  ...alone.map((drill) => [drill]),
].sort((a, b) => b.length - a.length);
// They mostly wait, so running three at a time takes a third as long.
const LANES = [[largest], others.filter((_, i) => i % 2 === 0), others.filter((_, i) => i % 2 === 1)];

let logs: string;
beforeAll(async () => {
  logs = await createLogFolder('drills');
});

const titled = <One extends Drill>(drills: readonly One[]) => drills.map((drill) => [drill.title, drill] as const);

describe.concurrent('nobody gains anything, and honest users hardly wait', () => {
  describe.each(LANES.map((groups, lane) => [lane, groups] as const))('in lane %i', (lane, groups) => {
    describe.sequential.each(groups.map((drills, group) => [group, drills] as const))(
      'on installation %i',
      (group, drills) => {
        let installation: TrafficLane;
        beforeAll(async () => {
          const [first] = drills;
          if (!first) throw new Error('no drill runs on the installation');
          installation = await startTrafficLane(first, {
            ...{ programs: requireSharedBundle(), logs, transfers: TRANSFERS, patienceMs: PATIENCE_MS },
            firstChainId: FIRST_CHAIN_ID + 2 * (LANES.length * group + lane),
          });
        });
        afterAll(() => installation?.stop());

        test.each(titled(drills))('%s', async (_title, drill) => {
          const { problems } = await installation.run(drill);
          expect(problems, problems.join('; ')).toEqual([]);
        });
      },
    );
  });
});

describe('the service pays once, although the contract would pay twice', () => {
  let postgres: TestPostgres;
  let lane: ReturnType<typeof createStepLane>;
  beforeAll(async () => {
    postgres = await startTestPostgres({ isMigrated: true });
    lane = createStepLane({ firstChainId: 54_000, postgres, logs });
  });
  afterAll(async () => {
    await lane?.stop();
    await postgres?.stop();
  });

  test.each(titled(STEP_DRILLS))('%s', async (_title, drill) => {
    const problems = await lane.run(drill, { programs: requireSharedBundle() });
    expect(problems, problems.join('; ')).toEqual([]);
  });
});
