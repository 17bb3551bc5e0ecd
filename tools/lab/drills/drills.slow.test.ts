import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestPostgres } from '../postgres/testPostgres.ts';
import { startTestPostgres } from '../postgres/testPostgres.ts';
import { createLogFolder } from '../processes/createLogFolder.ts';
import { requireSharedBundle } from '../service/programs.ts';
import type { Drill, StepDrill, TrafficDrill } from './drill.ts';
import { DRILLS, findStepDrill } from './drills.ts';
import { createStepLane } from './runStepDrill.ts';
import { startTrafficLane } from './runTrafficDrill.ts';

const FIRST_CHAIN_ID = 48_000;
const TRANSFERS = 4;
const PATIENCE_MS = 20_000;

/** The drills with steps beside those of `stepDrills.test.ts`. `npm run lab -- drills` runs every step with every failure. */
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
const alone = traffic.filter(({ leavesTraces = false }) => leavesTraces);

// They mostly wait, so two at a time take half as long.
const LANES = 2;
const lanes = Array.from(
  { length: LANES },
  (_, lane) => [lane, alone.filter((_drill, i) => i % LANES === lane)] as const,
);

let logs: string;
beforeAll(async () => {
  logs = await createLogFolder('drills');
});

const startLane = (drill: Pick<TrafficDrill, 'name' | 'change' | 'hasStandby'>, place: number) =>
  startTrafficLane(drill, {
    ...{ programs: requireSharedBundle(), logs, transfers: TRANSFERS, patienceMs: PATIENCE_MS },
    firstChainId: FIRST_CHAIN_ID + 2 * place,
  });

const titled = <One extends Drill>(drills: readonly One[]) => drills.map((drill) => [drill.title, drill] as const);

describe.concurrent('no one gains anything, and honest users hardly wait', () => {
  describe('on one installation', () => {
    let lane: Awaited<ReturnType<typeof startLane>>;
    beforeAll(async () => {
      lane = await startLane({ name: 'shared' }, 0);
    });
    afterAll(() => lane?.stop());

    test.sequential.each(titled(sharing))('%s', async (_title, drill) => {
      expect((await lane.run(drill)).problems).toEqual([]);
    });
  });

  describe.each(lanes)('on its own installation, in lane %i', (_lane, own) => {
    test.sequential.each(titled(own))('%s', async (_title, drill) => {
      const lane = await startLane(drill, 1 + alone.indexOf(drill));
      try {
        expect((await lane.run(drill)).problems).toEqual([]);
      } finally {
        await lane.stop();
      }
    });
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
    expect(await lane.run(drill, { programs: requireSharedBundle() })).toEqual([]);
  });
});
