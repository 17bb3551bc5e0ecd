import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestPostgres } from '../../../postgres/testPostgres.ts';
import { startTestPostgres } from '../../../postgres/testPostgres.ts';
import { bundleFailpoints } from '../../../service/programs.ts';
import { createLogFolder } from '../../harness/createLogFolder.ts';
import type { Testbed } from '../../harness/testbed.ts';
import { startTestbed } from '../../harness/testbed.ts';
import { runScenario } from './runScenario.ts';
import type { Scenario } from './scenario.ts';
import type { ScenarioName } from './scenarios.ts';
import { SCENARIOS } from './scenarios.ts';

// Each mutant of `serviceMutants.ts` fails its scenario here: with such a mistake in the sources, this file is red.

const LANES = 3;
// A scenario waits for starts of processes, for blocks and for payments. Each of these waits has its own, shorter deadline.
const SCENARIO_MS = 480_000;

const scenarioOf = (name: ScenarioName): Scenario => SCENARIOS[name];
const needsProtection = (name: ScenarioName) => scenarioOf(name).replayProtection === true;

// A lane starts new chains when the next scenario needs another vault. The sort keeps that rare.
const names = (Object.keys(SCENARIOS) as ScenarioName[]).sort(
  (a, b) => Number(needsProtection(a)) - Number(needsProtection(b)),
);
const lanes = Array.from({ length: LANES }, (_, lane) => ({
  firstChainId: 54_100 + lane * 2,
  scenarios: names.filter((_name, index) => index % LANES === lane),
}));

let postgres: TestPostgres;
let logs: string;
let program: string;
let removeProgram: () => Promise<void>;

beforeAll(async () => {
  const [server, folder, bundle] = await Promise.all([
    startTestPostgres(),
    createLogFolder('scenarios'),
    bundleFailpoints(),
  ]);
  postgres = server;
  logs = folder;
  program = bundle.programs.failpoints;
  removeProgram = bundle.remove;
});

afterAll(async () => {
  await removeProgram?.();
  await postgres?.stop();
});

describe.concurrent.each(lanes)('the service on chains $firstChainId', ({ firstChainId, scenarios }) => {
  let current: { readonly testbed: Testbed; readonly replayProtection: boolean } | null = null;

  const discard = async () => {
    await current?.testbed.stop();
    current = null;
  };
  const take = async (replayProtection: boolean): Promise<Testbed> => {
    if (current && current.replayProtection !== replayProtection) await discard();
    current ??= {
      testbed: await startTestbed({ firstChainId, postgres, logs, replayProtection }),
      replayProtection,
    };
    return current.testbed;
  };

  afterAll(discard);

  test.sequential.each(scenarios.map((name) => [scenarioOf(name).description, name] as const))(
    'pays each transfer once although %s',
    { timeout: SCENARIO_MS },
    async (_description, name) => {
      const testbed = await take(needsProtection(name));
      const problems = await runScenario(testbed, { program, name });
      // What a mistake leaves on the chains must not reach the next scenario.
      if (problems.length > 0) await discard();
      expect(problems, `the logs are ${logs}/${name}.*.log`).toEqual([]);
    },
  );
});
