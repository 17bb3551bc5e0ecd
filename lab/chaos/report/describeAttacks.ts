import { describeResults } from '../attacks/describeResults.ts';
import type { AttackResult } from '../attacks/runAttack.ts';
import type { StoredRun } from './storedResults.ts';

/** Builds the table of attacks from the stored results. */
export function describeAttacks({ results, commit, seconds }: StoredRun<AttackResult>): string {
  const withstood = results.filter(({ passed }) => passed).length;
  return `The bridge withstood ${withstood} of ${results.length} attacks (commit ${commit}, ${seconds} s).\n\n${describeResults(results)}`;
}
