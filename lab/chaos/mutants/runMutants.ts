import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestPostgres } from '../../postgres/testPostgres.ts';
import { bundle } from '../../service/bundle.ts';
import { bundleFailpoints, FAILPOINT_SOURCES } from '../../service/programs.ts';
import { runParallel } from '../harness/runParallel.ts';
import { createTestbedPool } from '../harness/testbedPool.ts';
import type { Mutant } from './mutants.ts';
import { withMutatedSources } from './mutateSources.ts';
import { runScenario } from './scenarios/runScenario.ts';
import type { Scenario } from './scenarios/scenario.ts';
import type { ScenarioName } from './scenarios/scenarios.ts';
import { SCENARIOS } from './scenarios/scenarios.ts';

type MutantResult = {
  readonly name: string;
  /** Whether the mutant has problems in its scenario, and the unmodified service has none. */
  readonly killed: boolean;
};

export type MutantOptions = {
  readonly logs: string;
  readonly firstChainId: number;
  /** How many scenarios run at the same time. */
  readonly parallel: number;
  readonly print: (line: string) => void;
};

/** Runs each mutant and the unmodified service in the mutant's scenario. */
export async function runMutants(
  mutants: readonly Mutant[],
  { logs, firstChainId, parallel, print }: MutantOptions,
): Promise<readonly MutantResult[]> {
  const unmodified = await bundleFailpoints();
  const postgres = await startTestPostgres();
  const pool = createTestbedPool({ firstChainId, postgres, logs });
  const play = async (
    slot: number,
    run: { readonly program: string; readonly name: ScenarioName; readonly logs: string },
  ) => {
    const { replayProtection = false }: Scenario = SCENARIOS[run.name];
    const testbed = await pool.take(slot, { replayProtection });
    await mkdir(run.logs, { recursive: true });
    // The signer's log of the run before, which had the same scenario, would make this service halt.
    const folder = await mkdtemp(join(testbed.folder, 'run-'));
    const problems = await runScenario({ ...testbed, folder, logs: run.logs }, run);
    if (problems.length > 0) await pool.discard(slot);
    return problems;
  };
  try {
    const scenarios = [...new Set(mutants.map(({ scenario }) => scenario))];
    const baselines = await runParallel(scenarios, parallel, async (name, slot) => {
      const problems = await play(slot, { name, program: unmodified.programs.failpoints, logs: `${logs}/baseline` });
      print(`unmodified service, scenario ${name}: ${problems.join('; ').slice(0, 400) || 'no problem'}`);
      return { name, problems };
    });
    return await runParallel(mutants, parallel, async (mutant, slot) => {
      const { name, scenario, mutation } = mutant;
      const { programs, remove } = await withMutatedSources(mutant, (root) => bundle(FAILPOINT_SOURCES, root));
      const problems = await play(slot, { name: scenario, program: programs.failpoints, logs: `${logs}/${name}` });
      await remove();
      // A mutant may send unexpected payments after its scenario has ended.
      await pool.discard(slot);
      const baseline = baselines.find((candidate) => candidate.name === scenario)?.problems ?? ['no baseline run'];
      const killed = baseline.length === 0 && problems.length > 0;
      print(`mutant ${name} ${killed ? 'killed' : 'SURVIVED'}: ${mutation}; ${SCENARIOS[scenario].description}`);
      for (const problem of problems) print(`  ${problem.slice(0, 120)}`);
      return { name, killed };
    });
  } finally {
    await pool.stop();
    await postgres.stop();
    await unmodified.remove();
  }
}
