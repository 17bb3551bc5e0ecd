import { runForge } from '../../../contracts/forge.ts';
import type { Mutant, MutantRun } from './mutate.ts';
import { withSourceCopy } from './mutate.ts';

const SOURCES = ['contracts/src', 'contracts/test', 'contracts/foundry.toml', 'contracts/solc.mjs'];
// The invariants take longer than all other tests together, and those kill the mutants.
const TESTS = ['--no-match-contract', 'Gas|Invariants'];

/** Applies each mutant to a copy of the contracts and requires a forge test to fail. */
export function runContractMutants(mutants: readonly Mutant[], print: (line: string) => void): Promise<MutantRun> {
  return withSourceCopy(SOURCES, async ({ root, withEdits }) => {
    if (await failsATest(root)) throw new Error('A test fails without a mutant. Run "npm run test:contracts" first.');
    let killed = 0;
    for (const { name, edits } of mutants) {
      const isKilled = await withEdits(edits, () => failsATest(root));
      if (isKilled) killed += 1;
      print(`${isKilled ? 'killed  ' : 'SURVIVED'} ${name}`);
    }
    return { passed: killed === mutants.length, result: `${killed} of ${mutants.length} mutants killed.` };
  });
}

/**
 * Compiles first, because a compiler error would count as killed. Unoptimised code compiles in half the time. With dynamic
 * linking, tests load the mutated contract at run time, so only that contract is recompiled.
 */
async function failsATest(root: string): Promise<boolean> {
  const env = { FOUNDRY_OPTIMIZER: 'false', FOUNDRY_DENY: 'never', FOUNDRY_DYNAMIC_TEST_LINKING: 'true' };
  if ((await runForge({ root, args: ['test', '--list', ...TESTS], env, stdio: 'ignore' })) !== 0) {
    throw new Error('The contracts do not compile. Fix the last mutant.');
  }
  return (await runForge({ root, args: ['test', '--fail-fast', ...TESTS], env, stdio: 'ignore' })) !== 0;
}
