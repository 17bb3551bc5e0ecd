import type { PrivateKeyAccount } from 'viem';

/** How the test wallet's owner, or the wallet itself, treats a request. */
export type Behaviour =
  | { readonly kind: 'approve' }
  | { readonly kind: 'reject' }
  /** No answer, and nothing done. */
  | { readonly kind: 'hang' }
  | { readonly kind: 'delay'; readonly ms: number }
  /** Answers this instead, and does nothing. */
  | { readonly kind: 'answer'; readonly result: unknown }
  | { readonly kind: 'fail'; readonly code: number; readonly message: string }
  /** Does what was asked, and never says so. */
  | { readonly kind: 'loseAnswer' }
  /** Does what was asked, and says that it failed. */
  | { readonly kind: 'denyDone' }
  /** Signs with another account than the one it has shown. */
  | { readonly kind: 'signAs'; readonly account: PrivateKeyAccount }
  | { readonly kind: 'run'; readonly work: (params: readonly unknown[]) => unknown };

export type BehaviourScript = {
  /** The next request of that method, after those that are planned already. */
  readonly next: (method: string, behaviour: Behaviour) => void;
  /** Every request of that method for which nothing else is planned. */
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
