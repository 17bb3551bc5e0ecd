import { startTestPostgres } from '../../postgres/testPostgres.ts';
import { bundle } from '../../service/bundle.ts';
import { bundleFailpoints, FAILPOINT_SOURCES } from '../../service/programs.ts';
import { runParallel } from '../harness/runParallel.ts';
import { startTestbed } from '../harness/testbed.ts';
import type { Mutant } from './mutants.ts';
import { withMutatedSources } from './mutateSources.ts';
import { runScenario } from './scenarios/runScenario.ts';
import type { Scenario } from './scenarios/scenario.ts';
import type { ScenarioName } from './scenarios/scenarios.ts';
import { SCENARIOS } from './scenarios/scenarios.ts';

export type MutantResult = {
  readonly name: string;
  /** The problems of the mutant in its scenario. */
  readonly problems: readonly string[];
  /** The problems of the unmodified service in the same scenario. */
  readonly baseline: readonly string[];
  /** True: the mutant has problems and the unmodified service has none. */
  readonly killed: boolean;
};

export type MutantOptions = {
  readonly logs: string;
  readonly firstChainId: number;
  /** How many scenarios run at the same time. */
  readonly parallel: number;
  readonly print: (line: string) => void;
};

type ScenarioRun = {
  readonly program: string;
  readonly name: ScenarioName;
  readonly firstChainId: number;
  readonly logs: string;
};

/** Runs a scenario on new chains and a new database server. @returns the problems afterwards */
async function runOnNewTestbed({ program, name, firstChainId, logs }: ScenarioRun): Promise<readonly string[]> {
  const { replayProtection = false }: Scenario = SCENARIOS[name];
  const postgres = await startTestPostgres();
  try {
    const testbed = await startTestbed({ firstChainId, postgres, logs, replayProtection });
    try {
      return await runScenario(testbed, { program, name });
    } finally {
      await testbed.stop();
    }
  } finally {
    await postgres.stop();
  }
}

/** Runs each mutant and the unmodified service in the mutant's scenario. */
export async function runMutants(
  mutants: readonly Mutant[],
  { logs, firstChainId, parallel, print }: MutantOptions,
): Promise<readonly MutantResult[]> {
  const chainIdOf = (slot: number) => firstChainId + slot * 2;
  const unmodified = await bundleFailpoints();
  const scenarios = [...new Set(mutants.map(({ scenario }) => scenario))];
  const baselines = await runParallel(scenarios, parallel, async (name, slot) => {
    const run = {
      name,
      program: unmodified.programs.failpoints,
      firstChainId: chainIdOf(slot),
      logs: `${logs}/baseline`,
    };
    const problems = await runOnNewTestbed(run);
    print(`unmodified service, scenario ${name}: ${problems.join('; ').slice(0, 400) || 'no problem'}`);
    return { name, problems };
  });
  await unmodified.remove();
  return runParallel(mutants, parallel, async (mutant, slot) => {
    const { name, scenario } = mutant;
    const { programs, remove } = await withMutatedSources(mutant, (root) => bundle(FAILPOINT_SOURCES, root));
    const run = {
      name: scenario,
      program: programs.failpoints,
      firstChainId: chainIdOf(slot),
      logs: `${logs}/${name}`,
    };
    const problems = await runOnNewTestbed(run);
    await remove();
    const baseline = baselines.find((candidate) => candidate.name === scenario)?.problems ?? ['no baseline run'];
    const killed = baseline.length === 0 && problems.length > 0;
    print(`mutant ${name} ${killed ? 'killed' : 'SURVIVED'}: ${problems.map((text) => text.slice(0, 120)).join('; ')}`);
    return { name, problems, baseline, killed };
  });
}
