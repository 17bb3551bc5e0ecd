import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { createLogFolder } from '../chaos/harness/createLogFolder.ts';
import { runParallel } from '../chaos/harness/runParallel.ts';
import { createTestbedPool } from '../chaos/harness/testbedPool.ts';
import { runScenario } from '../chaos/mutants/scenarios/runScenario.ts';
import type { Scenario } from '../chaos/mutants/scenarios/scenario.ts';
import type { ScenarioName } from '../chaos/mutants/scenarios/scenarios.ts';
import { SCENARIOS } from '../chaos/mutants/scenarios/scenarios.ts';
import { startTestPostgres } from '../postgres/testPostgres.ts';
import { bundle } from '../service/bundle.ts';
import { bundleFailpoints, FAILPOINT_SOURCES } from '../service/programs.ts';
import type { MutantRun } from './mutate.ts';
import { withSourceCopy } from './mutate.ts';
import type { ServiceMutant } from './serviceMutants.ts';

const SOURCES = ['service', 'shared', 'contracts', 'lab', 'package.json', 'tsconfig.base.json'];
const FIRST_CHAIN_ID = 52_000;
// How many scenarios run at the same time.
const PARALLEL = 3;

/**
 * Runs each mutant and the unmodified service in the mutant's scenario. A mutant is killed when it has problems there, and the
 * unmodified service has none.
 */
export async function runServiceMutants(
  mutants: readonly ServiceMutant[],
  print: (line: string) => void,
): Promise<MutantRun> {
  const logs = await createLogFolder('mutants');
  const unmodified = await bundleFailpoints();
  const postgres = await startTestPostgres();
  const pool = createTestbedPool({ firstChainId: FIRST_CHAIN_ID, postgres, logs });
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
    const baselines = await runParallel(scenarios, PARALLEL, async (name, slot) => {
      const problems = await play(slot, { name, program: unmodified.programs.failpoints, logs: `${logs}/baseline` });
      print(`unmodified service, scenario ${name}: ${problems.join('; ').slice(0, 400) || 'no problem'}`);
      return { name, problems };
    });
    const results = await runParallel(mutants, PARALLEL, async (mutant, slot) => {
      const { name, scenario, mutation } = mutant;
      const { programs, remove } = await bundleMutant(mutant);
      const problems = await play(slot, { name: scenario, program: programs.failpoints, logs: `${logs}/${name}` });
      await remove();
      // A mutant may send unexpected payments after its scenario has ended.
      await pool.discard(slot);
      const baseline = baselines.find((candidate) => candidate.name === scenario)?.problems ?? ['no baseline run'];
      const killed = baseline.length === 0 && problems.length > 0;
      print(`mutant ${name} ${killed ? 'killed' : 'SURVIVED'}: ${mutation}; ${SCENARIOS[scenario].description}`);
      for (const problem of problems) print(`  ${problem.slice(0, 120)}`);
      return killed;
    });
    const killed = results.filter(Boolean).length;
    return { passed: killed === mutants.length, result: `${killed} of ${mutants.length} mutants killed.` };
  } finally {
    await pool.stop();
    await postgres.stop();
    await unmodified.remove();
  }
}

function bundleMutant({ edits }: ServiceMutant): ReturnType<typeof bundleFailpoints> {
  return withSourceCopy(SOURCES, ({ root, withEdits }) => withEdits(edits, () => bundle(FAILPOINT_SOURCES, root)));
}
