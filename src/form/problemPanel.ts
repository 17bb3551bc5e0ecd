import type { Form } from './model/form.ts';
import type { Readiness } from './model/readiness.ts';

/** Which panel shows the problem, so that the footer does not repeat it. Null: the footer shows it. */
export function panelOf(readiness: Readiness, entry: Form['entry']): Form['entry'] | null {
  if (readiness.kind === 'balanceTooLow') return 'send';
  const isRange = readiness.kind === 'refused' && readiness.reason === 'amountOutOfRange';
  return readiness.kind === 'amountProblem' || isRange ? entry : null;
}
