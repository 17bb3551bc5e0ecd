import type { Step } from '../../../service/engineContext.ts';
import { STEPS } from '../../../service/engineContext.ts';

/** The work that the service does when it fails. */
export const FLOWS = ['payout', 'refund', 'bump', 'cancel'] as const;
export type Flow = (typeof FLOWS)[number];

export const FAILURES = [
  /** SIGKILL ends the process at the step, and another process starts. */
  'kill',
  /** The process freezes at the step. Another process finishes the work, then the first one resumes. */
  'zombie',
  /** The process loses every database connection at the step and continues. */
  'disconnect',
] as const;
export type Failure = (typeof FAILURES)[number];

export type FailpointCase = { readonly flow: Flow; readonly step: Step; readonly failure: Failure };

/** Whether a flow reaches a step. A bump and a cancel start with a signed payment. */
function reaches(flow: Flow, step: Step): boolean {
  const [stage] = step.split('.');
  if (stage === 'bump' || stage === 'cancel') return stage === flow;
  if (flow === 'payout' || flow === 'refund') return true;
  // The service records no broadcast time for a cancel.
  if (flow === 'cancel' && step === 'broadcast.noted') return false;
  return stage === 'broadcast' || stage === 'reconcile' || stage === 'settle';
}

export const FAILPOINT_CASES: readonly FailpointCase[] = FLOWS.flatMap((flow) =>
  STEPS.filter((step) => reaches(flow, step)).flatMap((step) => FAILURES.map((failure) => ({ flow, step, failure }))),
);

/** The name that `--only` matches, such as "payout sign.signed kill". */
export function nameOfCase({ flow, step, failure }: FailpointCase): string {
  return `${flow} ${step} ${failure}`;
}
