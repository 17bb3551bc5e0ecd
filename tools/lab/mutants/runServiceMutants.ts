import { mkdir } from 'node:fs/promises';
import { findStepDrill } from '../drills/drills.ts';
import { runParallel } from '../drills/runParallel.ts';
import { createStepLane } from '../drills/runStepDrill.ts';
import { startTestPostgres } from '../postgres/testPostgres.ts';
import { createLogFolder } from '../processes/createLogFolder.ts';
import { bundle } from '../service/bundle.ts';
import type { TestPrograms } from '../service/programs.ts';
import { bundlePrograms, FAILPOINT_SOURCES } from '../service/programs.ts';
import type { MutantRun } from './mutate.ts';
import { withSourceCopy } from './mutate.ts';
import { runTestMutants } from './runTestMutants.ts';
import type { DrillMutant, ServiceMutant } from './serviceMutants.ts';

const SOURCES = ['service', 'shared', 'contracts', 'tools/lab', 'tools/vite', 'package.json', 'tsconfig.base.json'];
const FIRST_CHAIN_ID = 52_000;
// How many drills run at the same time.
const PARALLEL = 3;

/** Runs each mutant in its drill or its test file. */
export async function runServiceMutants(
  mutants: readonly ServiceMutant[],
  print: (line: string) => void,
): Promise<MutantRun> {
  const drilled = mutants.filter((mutant) => 'drill' in mutant);
  const tested = mutants.filter((mutant) => 'test' in mutant);
  const inDrills = drilled.length > 0 ? await runDrillMutants(drilled, print) : 0;
  const killed = inDrills + (tested.length > 0 ? await runTestMutants(tested, print) : 0);
  return { passed: killed === mutants.length, result: `${killed} of ${mutants.length} mutants killed.` };
}

/**
 * Runs each mutant and the unmodified service in the mutant's drill. A mutant is killed if it has problems there and the
 * unmodified service has none.
 * @returns how many were killed
 */
async function runDrillMutants(mutants: readonly DrillMutant[], print: (line: string) => void): Promise<number> {
  const logs = await createLogFolder('mutants');
  const unmodified = await bundlePrograms();
  const postgres = await startTestPostgres({ isMigrated: true });
  const lanes = Array.from({ length: PARALLEL }, (_, slot) =>
    createStepLane({ firstChainId: FIRST_CHAIN_ID + slot * 2, postgres, logs }),
  );
  const play = async (
    slot: number,
    run: { name: string; programs: TestPrograms; folder: string; isMutant: boolean },
  ) => {
    const folder = `${logs}/${run.folder}`;
    await mkdir(folder, { recursive: true });
    const { programs, isMutant } = run;
    return (await lanes[slot]?.run(findStepDrill(run.name), { programs, logs: folder, isMutant })) ?? ['no lane'];
  };
  try {
    const drills = [...new Set(mutants.map(({ drill }) => drill))];
    const baselines = await runParallel(drills, PARALLEL, async (name, slot) => {
      const { programs } = unmodified;
      const problems = await play(slot, { name, programs, folder: 'baseline', isMutant: false });
      print(`unmodified service, drill ${name}: ${problems.join('; ').slice(0, 400) || 'no problem'}`);
      return { name, problems };
    });
    const results = await runParallel(mutants, PARALLEL, async (mutant, slot) => {
      const { name, drill, mutation } = mutant;
      const { programs: mutated, remove } = await bundleMutant(mutant);
      const programs = { ...unmodified.programs, ...mutated };
      const problems = await play(slot, { name: drill, programs, folder: name, isMutant: true });
      await remove();
      const baseline = baselines.find((candidate) => candidate.name === drill)?.problems ?? ['no baseline run'];
      const killed = baseline.length === 0 && problems.length > 0;
      print(`mutant ${name} ${killed ? 'killed' : 'SURVIVED'}: ${mutation}; ${findStepDrill(drill).title}`);
      for (const problem of problems) print(`  ${problem.slice(0, 120)}`);
      return killed;
    });
    return results.filter(Boolean).length;
  } finally {
    await Promise.all(lanes.map((lane) => lane.stop()));
    await postgres.stop();
    await unmodified.remove();
  }
}

function bundleMutant({ edits }: DrillMutant) {
  return withSourceCopy(SOURCES, ({ root, withEdits }) => withEdits(edits, () => bundle(FAILPOINT_SOURCES, root)));
}
