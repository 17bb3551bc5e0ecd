import { rejectArguments } from '../commandLine.ts';
import { CONTRACT_MUTANTS } from './contractMutants.ts';
import type { Mutant, MutantRun } from './mutate.ts';
import { PROOFS } from './proofs.ts';
import { runContractMutants } from './runContractMutants.ts';
import { runProofs } from './runProofs.ts';
import { runServiceMutants } from './runServiceMutants.ts';
import { SERVICE_MUTANTS } from './serviceMutants.ts';

type Print = (line: string) => void;
/** @returns null if no name contains `only` */
type RunList = (only: string, print: Print) => Promise<MutantRun> | null;

function listOf<M extends Mutant>(
  mutants: readonly M[],
  run: (selected: readonly M[], print: Print) => Promise<MutantRun>,
): RunList {
  return (only, print) => {
    const selected = mutants.filter(({ name }) => name.includes(only));
    return selected.length > 0 ? run(selected, print) : null;
  };
}

const LISTS: Readonly<Record<string, RunList>> = {
  service: listOf(SERVICE_MUTANTS, runServiceMutants),
  contracts: listOf(CONTRACT_MUTANTS, runContractMutants),
  proofs: listOf(PROOFS, runProofs),
};

/**
 * Runs the mutants of one list or of all lists whose name contains `only`.
 * @returns whether every mutant was killed
 */
export async function mutantsCommand(
  { list, only }: { readonly list: string | undefined; readonly only: string },
  print: Print,
): Promise<boolean> {
  const names = list === undefined ? Object.keys(LISTS) : [list];
  const runs: MutantRun[] = [];
  for (const name of names) {
    const runList = LISTS[name];
    if (!runList)
      rejectArguments(`Unknown list ${JSON.stringify(name)}; the lists are ${Object.keys(LISTS).join(', ')}.`);
    const run = await runList(only, print);
    if (run === null) continue;
    console.log(run.result);
    runs.push(run);
  }
  if (runs.length === 0) rejectArguments(`None of these names contains ${JSON.stringify(only)}: ${names.join(', ')}.`);
  return runs.every(({ passed }) => passed);
}
