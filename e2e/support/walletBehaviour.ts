import type { PrivateKeyAccount } from 'viem';

/** How the test wallet, or its user, answers a request. */
export type Behaviour =
  | { readonly kind: 'approve' }
  | { readonly kind: 'reject' }
  /** Does nothing and never answers. */
  | { readonly kind: 'hang' }
  /** Performs the request once the promise resolves. */
  | { readonly kind: 'hold'; readonly until: Promise<void> }
  /** Does nothing and answers this. */
  | { readonly kind: 'answer'; readonly result: unknown }
  | { readonly kind: 'fail'; readonly code: number; readonly message: string }
  /** Performs the request and never answers. */
  | { readonly kind: 'loseAnswer' }
  /** Performs the request and answers with a rejection. */
  | { readonly kind: 'denyDone' }
  /** Signs with this account instead of the connected one. */
  | { readonly kind: 'signAs'; readonly account: PrivateKeyAccount }
  | { readonly kind: 'run'; readonly work: (params: readonly unknown[]) => unknown };

export type BehaviourScript = {
  /** Sets the answer to one request of the method. Calls queue up. */
  readonly next: (method: string, behaviour: Behaviour) => void;
  /** Sets the answer to every request of the method without a queued answer. */
  readonly always: (method: string, behaviour: Behaviour) => void;
  readonly take: (method: string) => Behaviour;
};

const APPROVE: Behaviour = { kind: 'approve' };

export function createBehaviourScript(): BehaviourScript {
  const planned = new Map<string, Behaviour[]>();
  const standing = new Map<string, Behaviour>();
  return {
    next: (method, behaviour) => void planned.set(method, [...(planned.get(method) ?? []), behaviour]),
    always: (method, behaviour) => void standing.set(method, behaviour),
    take: (method) => planned.get(method)?.shift() ?? standing.get(method) ?? APPROVE,
  };
}
