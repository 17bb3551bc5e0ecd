import type { ViolationKind } from '../audit/violations.ts';
import { MUTANTS } from '../mutants/mutants.ts';
import type { MutantResult } from '../mutants/runMutants.ts';
import { SCENARIOS } from '../mutants/scenarios/scenarios.ts';
import { toTable } from './page.ts';
import type { StoredRun } from './storedResults.ts';

// A stored violation starts with its kind, followed by the transfer and JSON that the page leaves out.
const VIOLATION_LABELS: Readonly<Record<ViolationKind, string>> = {
  lost: 'deposit without a payment',
  paidTwice: 'deposit paid twice',
  refundedAndPaid: 'deposit paid out and refunded',
  wrongPayment: 'wrong payment',
  wrongBalance: 'balance that differs from the payments',
  paidWithoutDeposit: 'payment without a deposit',
};

function summarizeProblem(problem: string): string {
  const [first = ''] = problem.split(' ');
  const violation = Object.entries(VIOLATION_LABELS).find(([kind]) => kind === first);
  // The service's reason for a halt is one of its log messages; the page does not quote it.
  return violation?.[1] ?? problem.replace(/^sender halted: .*/s, 'sender halted');
}

function summarizeProblems(problems: readonly string[]): string {
  const summaries = problems.map(summarizeProblem);
  return [...new Set(summaries)]
    .map((summary) => {
      const times = summaries.filter((other) => other === summary).length;
      return times > 1 ? `${summary} (${times})` : summary;
    })
    .join('; ');
}

function toRow({ name, problems, killed }: MutantResult): readonly string[] {
  const mutant = MUTANTS.find((candidate) => candidate.name === name);
  if (!mutant)
    throw new Error(`docs/chaos/mutants.json holds the unknown mutant ${name}; run npm run chaos -- mutants`);
  return [mutant.mutation, SCENARIOS[mutant.scenario].description, killed ? summarizeProblems(problems) : 'SURVIVED'];
}

/** Builds the table of mutants from the stored results. */
export function describeMutants({ results, commit, seconds }: StoredRun<MutantResult>): string {
  const killed = results.filter((result) => result.killed).length;
  const table = toTable([['mutation', 'scenario', 'problems that kill the mutant'], ...results.map(toRow)], 'text');
  return `${killed} of ${results.length} mutants killed (commit ${commit}, ${seconds} s).\n\n${table}`;
}
