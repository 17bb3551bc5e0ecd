import type { Hash } from 'viem';
import type { Worker } from '../../../service/workers/engine.ts';
import type { Step } from '../../../service/workers/steps.ts';

/** What becomes of a process at a failpoint, the first time that it comes by. */
export type Arm = {
  readonly point: Step;
  readonly action: /** Killed, as by SIGKILL. */
    | { readonly kind: 'exit' }
    /** All of it stops, as a host does that swaps or is suspended, until it is woken. */
    | { readonly kind: 'freeze' }
    /** The work that came by waits until it is let go; all else goes on. */
    | { readonly kind: 'wait' }
    | { readonly kind: 'delay'; readonly ms: number }
    /** The work that came by waits until it is let go, and fails then. */
    | { readonly kind: 'waitAndThrow' };
  /** Only where this transfer is worked on. */
  readonly transferId?: Hash;
  readonly chainId?: number;
};

/** What a process of the service is told by a test, over its environment. */
export type DrillOrders = {
  readonly arms?: readonly Arm[];
  /** All of them unless told otherwise. */
  readonly workers?: readonly Worker[];
  /** How far its clock is ahead. */
  readonly aheadMs?: number;
};

export const ORDERS_VARIABLE = 'CAUSEWAY_DRILL';
