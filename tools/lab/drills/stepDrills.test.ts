import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestPostgres } from '../postgres/testPostgres.ts';
import { startTestPostgres } from '../postgres/testPostgres.ts';
import { createLogFolder } from '../processes/createLogFolder.ts';
import { requireSharedBundle } from '../service/programs.ts';
import type { StepDrill } from './drill.ts';
import { MUTANT_DRILLS } from './drills.ts';
import type { StepLane } from './runStepDrill.ts';
import { createStepLane } from './runStepDrill.ts';

// Each of `serviceMutants.ts` fails its drill here: with such a mistake in the sources, this file fails.

const LANES = 3;

// A lane starts new chains when the next drill needs another vault. Sorting makes that rare.
const drills = [...(MUTANT_DRILLS as readonly StepDrill[])].sort(
  (a, b) => Number(a.replayProtection ?? false) - Number(b.replayProtection ?? false),
);
const lanes = Array.from({ length: LANES }, (_, lane) => ({
  firstChainId: 54_100 + lane * 2,
  drills: drills.filter((_drill, index) => index % LANES === lane),
}));

let postgres: TestPostgres;
let logs: string;

beforeAll(async () => {
  [postgres, logs] = await Promise.all([startTestPostgres({ isMigrated: true }), createLogFolder('steps')]);
});
afterAll(() => postgres?.stop());

describe.concurrent.each(lanes)('the service on chains $firstChainId', ({ firstChainId, drills: own }) => {
  let lane: StepLane;
  beforeAll(() => {
    lane = createStepLane({ firstChainId, postgres, logs });
  });
  afterAll(() => lane.stop());

  test.sequential.each(own.map((drill) => [drill.title, drill] as const))(
    'pays each transfer once although %s',
    async (_title, drill) => {
      const problems = await lane.run(drill, { programs: requireSharedBundle() });
      expect(problems, `the logs are ${logs}/${drill.name}.*.log`).toEqual([]);
    },
  );
});
