import { BaseError, UserRejectedRequestError } from 'viem';
import { hasErrorCode, isInsufficientGas } from '../chain/chainErrors.ts';

/** Why a wallet session stopped. `uncertain`: the wallet may have sent the deposit. */
export type WalletProblem =
  | { readonly kind: 'rejected' }
  | { readonly kind: 'notConnected' }
  | { readonly kind: 'otherAccount' }
  | { readonly kind: 'otherChain' }
  | { readonly kind: 'insufficientGas' }
  | { readonly kind: 'allowanceTooLow'; readonly allowance: bigint }
  | { readonly kind: 'approvalReverted' }
  /** The wallet answered the approval request with something other than a hash. */
  | { readonly kind: 'noApprovalHash' }
  | { readonly kind: 'wouldRevert'; readonly reason: string }
  | { readonly kind: 'quoteExpired' }
  /** The app encodes a different transaction from the stored terms, or their contract or token has no pin. */
  | { readonly kind: 'termsChanged' }
  /** The token whose approval to revoke has no pin. On another contract, the same call could mean something else. */
  | { readonly kind: 'tokenNotPinned' }
  /** Another tab is running a session for this account, or has ended this transfer. */
  | { readonly kind: 'otherTab' }
  /**
   * The same transfer was signed, or may have been, after this one's review. `others` has the ids of those transfers.
   */
  | { readonly kind: 'duplicate'; readonly others: readonly string[]; readonly isSigned: boolean }
  /** The chain could not be asked for an earlier deposit of the transfer, or not for every block. */
  | { readonly kind: 'notChecked'; readonly reason: string }
  /** The person said that nothing was signed, but the account has a pending transaction that may be the deposit. */
  | { readonly kind: 'maybePending' }
  | { readonly kind: 'notStored' }
  | { readonly kind: 'notThisDeposit' }
  | { readonly kind: 'batchFailed' }
  | { readonly kind: 'unanswered'; readonly reason: string }
  /** `reason` is the wallet's error; null when it gave none. */
  | { readonly kind: 'uncertain'; readonly reason: string | null };

export class WalletStepFailed extends Error {
  readonly code = 'wallet_step_failed';
  readonly problem: WalletProblem;

  constructor(problem: WalletProblem, cause?: unknown) {
    super(problem.kind, { cause });
    this.problem = problem;
  }
}

/** A search that did not reach the newest block proves nothing, so the wallet must not be asked again. */
export function searchIncomplete({ to }: { readonly to: bigint }): WalletStepFailed {
  return new WalletStepFailed({ kind: 'notChecked', reason: `searched up to block ${to} so far` });
}

// EIP-1193: the person rejected the request; the account is not connected to this page.
const REJECTED: ReadonlySet<number> = new Set([4001]);
const UNAUTHORIZED: ReadonlySet<number> = new Set([4100]);

/** Wallets report a rejection in several shapes. */
export function isRejection(error: unknown): boolean {
  if (hasErrorCode(error, REJECTED)) return true;
  return error instanceof BaseError && error.walk((e) => e instanceof UserRejectedRequestError) !== null;
}

/** The problem for an error after which the wallet has certainly signed nothing; null if it may have signed. */
export function refusalIn(error: unknown): WalletProblem | null {
  if (isRejection(error)) return { kind: 'rejected' };
  if (hasErrorCode(error, UNAUTHORIZED)) return { kind: 'otherAccount' };
  return isInsufficientGas(error) ? { kind: 'insufficientGas' } : null;
}
