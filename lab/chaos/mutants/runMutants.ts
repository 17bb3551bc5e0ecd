import { startTestPostgres } from '../../postgres/testPostgres.ts';
import { bundleProgram, removeBundle } from '../harness/bundleProgram.ts';
import { runJobs } from '../harness/runParallel.ts';
import { openDrill } from '../harness/serviceUnderTest.ts';
import { startLane } from '../harness/testbed.ts';
import type { Mutant } from './mutants.ts';
import { withMutatedSources } from './mutateSources.ts';
import type { Scenario, ScenarioName } from './scenarios.ts';
import { SCENARIOS } from './scenarios.ts';

/** The service with failpoints that can be armed. */
export const DRILL_PROGRAM = 'lab/chaos/failpoints/failpointMain.ts';

export type MutantResult = {
  readonly name: string;
  readonly mistake: string;
  readonly scenario: string;
  /** What convicts it. */
  readonly complaints: readonly string[];
  /** What is wrong with the service as it is in the same situation. */
  readonly original: readonly string[];
  readonly convicted: boolean;
};

export type MutantOptions = {
  readonly logs: string;
  readonly firstChainId: number;
  /** How many run at the same time. */
  readonly places: number;
  readonly say: (line: string) => void;
};

type ScenarioRun = {
  readonly program: string;
  readonly name: ScenarioName;
  readonly firstChainId: number;
  readonly logs: string;
};

/** Plays a scenario through on chains and a database of its own. @returns what is wrong afterwards */
async function runScenario({ program, name, firstChainId, logs }: ScenarioRun): Promise<readonly string[]> {
  const { contractRefuses = false, change, run }: Scenario = SCENARIOS[name];
  const ends: (() => Promise<unknown>)[] = [];
  try {
    const postgres = await startTestPostgres();
    ends.push(postgres.stop);
    const lane = await startLane({ firstChainId, postgres, logs, forgetful: !contractRefuses });
    ends.push(lane.stop);
    const drill = await openDrill({ lane, name, program, ...(change && { change }) });
    ends.push(drill.stop);
    return await run(drill);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

/** Tries every mutant, and the service as it is, in the same scenarios. */
export async function runMutants(
  mutants: readonly Mutant[],
  { logs, firstChainId, places, say }: MutantOptions,
): Promise<readonly MutantResult[]> {
  const program = await bundleProgram(DRILL_PROGRAM);
  const scenarios = [...new Set(mutants.map(({ scenario }) => scenario))];
  const chainIdOf = (place: number) => firstChainId + place * 2;
  const acquittals = await runJobs(scenarios, places, async (name, place) => {
    const run = { name, program, firstChainId: chainIdOf(place), logs: `${logs}/original` };
    const original = await runScenario(run);
    say(`the service as it is, where ${SCENARIOS[name].what}: ${original.join('; ').slice(0, 400) || 'nothing wrong'}`);
    return { name, original };
  });
  await removeBundle(program);
  return runJobs(mutants, places, async (mutant, place) => {
    const { name, mistake, scenario } = mutant;
    const mutated = await withMutatedSources(mutant, (root) => bundleProgram(DRILL_PROGRAM, root));
    const run = { name: scenario, program: mutated, firstChainId: chainIdOf(place), logs: `${logs}/${name}` };
    const complaints = await runScenario(run);
    await removeBundle(mutated);
    const original = acquittals.find((acquittal) => acquittal.name === scenario)?.original ?? ['it was not tried'];
    const convicted = original.length === 0 && complaints.length > 0;
    say(`${name} is ${convicted ? '' : 'NOT '}convicted: ${complaints.map((text) => text.slice(0, 120)).join('; ')}`);
    return { name, mistake, scenario: SCENARIOS[scenario].what, complaints, original, convicted };
  });
}
