import type { Hash } from 'viem';
import type { Worker } from '../../../service/engine.ts';
import type { Step } from '../../../service/engineContext.ts';

/** A failure that a service process causes the first time it reaches a step. */
export type FailpointTrigger = {
  readonly step: Step;
  readonly action: /** Ends the process with SIGKILL. */
    | { readonly kind: 'kill' }
    /** Stops the whole process with SIGSTOP, like a suspended host, until the test resumes it. */
    | { readonly kind: 'freeze' }
    /** Only notifies the test. */
    | { readonly kind: 'report' }
    /** Blocks this piece of work until the test releases it. Other work continues. */
    | { readonly kind: 'wait' }
    | { readonly kind: 'delay'; readonly ms: number }
    /** Blocks this piece of work until the test releases it, then throws. */
    | { readonly kind: 'waitAndThrow' };
  /** Limits the trigger to work on this transfer. */
  readonly transferId?: Hash;
  /** Limits the trigger to work on this chain. */
  readonly chainId?: number;
};

/** A test's instructions to one service process. The process reads them from its environment. */
export type FaultPlan = {
  readonly triggers?: readonly FailpointTrigger[];
  /** All workers by default. */
  readonly workers?: readonly Worker[];
  /** How far ahead the process's clock is. */
  readonly clockAheadMs?: number;
};

export const FAULT_PLAN_VARIABLE = 'CAUSEWAY_FAULT_PLAN';
