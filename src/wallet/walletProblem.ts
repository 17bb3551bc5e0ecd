import { BaseError, InsufficientFundsError, UserRejectedRequestError } from 'viem';

/** Why a step with the wallet did not go through. `uncertain`: it may have been sent all the same. */
export type WalletProblem =
  | { readonly kind: 'rejected' }
  | { readonly kind: 'notConnected' }
  | { readonly kind: 'otherAccount' }
  | { readonly kind: 'otherChain' }
  | { readonly kind: 'insufficientGas' }
  | { readonly kind: 'allowanceTooLow'; readonly allowance: bigint }
  | { readonly kind: 'approvalReverted' }
  | { readonly kind: 'wouldRevert'; readonly reason: string }
  | { readonly kind: 'quoteExpired' }
  | { readonly kind: 'uncertain'; readonly reason: string };

export class WalletStepFailed extends Error {
  readonly code = 'wallet_step_failed';
  readonly problem: WalletProblem;

  constructor(problem: WalletProblem, cause?: unknown) {
    super(problem.kind, { cause });
    this.problem = problem;
  }
}

export function shortReason(error: unknown): string {
  if (error instanceof BaseError) return error.shortMessage;
  return error instanceof Error ? error.message : 'no reason given';
}

function hasCode(error: unknown, code: number): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}

/** A "no" in the wallet, in the several shapes in which wallets say it (EIP-1193 code 4001). */
export function isRejection(error: unknown): boolean {
  if (error instanceof BaseError) {
    return error.walk((e) => e instanceof UserRejectedRequestError || hasCode(e, 4001)) !== null;
  }
  return hasCode(error, 4001);
}

export function isInsufficientGas(error: unknown): boolean {
  return error instanceof BaseError && error.walk((e) => e instanceof InsufficientFundsError) !== null;
}
