import type { Step } from '../../../service/engineContext.ts';
import { STEPS } from '../../../service/engineContext.ts';
import { toTable } from '../../report/toTable.ts';
import { FLOWS } from './failpointCases.ts';
import type { FailpointResult } from './runFailpoints.ts';

function countRecovered(results: readonly FailpointResult[]): string {
  if (results.length === 0) return '';
  return `${results.filter(({ problems }) => problems.length === 0).length} of ${results.length}`;
}

/** Builds the table of steps and flows . */
export function describeFailpoints(results: readonly FailpointResult[]): string {
  const toRow = (step: Step) => [
    `\`${step}\``,
    ...FLOWS.map((flow) => countRecovered(results.filter((result) => result.step === step && result.flow === flow))),
  ];
  const totals = FLOWS.map((flow) => countRecovered(results.filter((result) => result.flow === flow)));
  const table = toTable([['step', ...FLOWS], ...STEPS.map(toRow), ['all', ...totals]]);
  return `The service recovered in ${countRecovered(results)} cases.\n\n${table}`;
}
