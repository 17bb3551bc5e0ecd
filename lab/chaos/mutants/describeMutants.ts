import { toTable } from '../../report/toTable.ts';
import { VIOLATION_LABELS } from '../audit/violations.ts';
import { MUTANTS } from './mutants.ts';
import type { MutantResult } from './runMutants.ts';
import { SCENARIOS } from './scenarios/scenarios.ts';

/** The label of a stored violation, which starts with its kind; null for any other problem. */
function labelOf(problem: string): string | null {
  const [kind] = problem.split(' ');
  return Object.entries(VIOLATION_LABELS).find(([candidate]) => candidate === kind)?.[1] ?? null;
}

/** Counts the violations by kind. Leaves out their transfer ids and details, and the log message of a halt. */
function summarizeProblems(problems: readonly string[]): string {
  const labels = problems.map(labelOf);
  const counts = [...new Set(labels)].flatMap((label) =>
    label === null ? [] : [`${label}: ${labels.filter((other) => other === label).length}`],
  );
  const others = problems
    .filter((problem) => labelOf(problem) === null)
    .map((problem) => problem.replace(/^sender halted: .*/s, 'sender halted'));
  return [...counts, ...new Set(others)].join('; ');
}

function toRow({ name, problems, killed }: MutantResult): readonly string[] {
  const mutant = MUTANTS.find((candidate) => candidate.name === name);
  if (!mutant) throw new Error(`there is no mutant ${name}`);
  return [mutant.mutation, SCENARIOS[mutant.scenario].description, killed ? summarizeProblems(problems) : 'SURVIVED'];
}

/** Builds the table of mutants . */
export function describeMutants(results: readonly MutantResult[]): string {
  const killed = results.filter((result) => result.killed).length;
  const table = toTable([['mutation', 'scenario', 'problems that kill the mutant'], ...results.map(toRow)], 'text');
  return `${killed} of ${results.length} mutants killed.\n\n${table}`;
}
