import type { Step } from '../../../service/workers/steps.ts';
import { STEPS } from '../../../service/workers/steps.ts';

/** What the service is at when it is made to fail. */
export const FLOWS = ['payout', 'refund', 'bump', 'cancel'] as const;
export type Flow = (typeof FLOWS)[number];

export const FAILURES = [
  /** The process is killed there, and another one started. */
  'exit',
  /** The process stands still there until another one has done the work, and then goes on where it was. */
  'zombie',
  /** Every connection of the process to the database is cut there; it goes on by itself. */
  'cut',
] as const;
export type Failure = (typeof FAILURES)[number];

export type FailpointCase = { readonly flow: Flow; readonly point: Step; readonly failure: Failure };

/** Whether work comes by a point. A bump and a cancel begin with a payment that is signed already. */
function passes(flow: Flow, point: Step): boolean {
  const [step] = point.split('.');
  if (step === 'bump' || step === 'cancel') return step === flow;
  if (flow === 'payout' || flow === 'refund') return true;
  // Nobody notes of a cancel that it was sent.
  if (flow === 'cancel' && point === 'broadcast.noted') return false;
  return step === 'journal' || step === 'broadcast' || step === 'reconcile' || step === 'settle';
}

export const FAILPOINT_CASES: readonly FailpointCase[] = FLOWS.flatMap((flow) =>
  STEPS.filter((point) => passes(flow, point)).flatMap((point) =>
    FAILURES.map((failure) => ({ flow, point, failure })),
  ),
);

export function nameOf({ flow, point, failure }: FailpointCase): string {
  return `${flow} ${point} ${failure}`;
}
