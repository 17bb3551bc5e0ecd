import { createLogFolder } from '../harness/createLogFolder.ts';
import { MUTANTS } from './mutants.ts';
import { runMutants } from './runMutants.ts';

const PARALLEL = 3;

/** Runs the mutants whose name contains `only`. @returns whether every mutant was killed */
export async function mutantsCommand(only: string, print: (line: string) => void): Promise<boolean> {
  const mutants = MUTANTS.filter(({ name }) => name.includes(only));
  if (mutants.length === 0) {
    print(
      `--only ${JSON.stringify(only)} matches no mutant; the mutants are ${MUTANTS.map(({ name }) => name).join(', ')}`,
    );
    return false;
  }
  const logs = await createLogFolder('mutants');
  const results = await runMutants(mutants, { logs, firstChainId: 52_000, parallel: PARALLEL, print });
  const killed = results.filter((result) => result.killed);
  console.log(`${killed.length} of ${results.length} mutants killed.`);
  return killed.length === results.length;
}
