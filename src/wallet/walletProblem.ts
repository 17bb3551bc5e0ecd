import type { Hex } from 'viem';
import {
  BaseError,
  decodeErrorResult,
  ExecutionRevertedError,
  InsufficientFundsError,
  isHex,
  parseAbi,
  UserRejectedRequestError,
} from 'viem';
import { depositAbi } from '#shared/abi/depositAbi.ts';

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
  /** Another tab leads this transfer, or one just like it, through the wallet. */
  | { readonly kind: 'otherTab' }
  /** The same transfer was sent, or may have been, since this one was reviewed. */
  | { readonly kind: 'twin' }
  | { readonly kind: 'notStored' }
  | { readonly kind: 'notThisDeposit' }
  | { readonly kind: 'batchFailed' }
  | { readonly kind: 'unanswered'; readonly reason: string }
  | { readonly kind: 'uncertain'; readonly reason: string };

// The ERC-20 errors of EIP-6093, beside the deposit contract's own; Error(string) and Panic(uint256) viem knows itself.
const KNOWN_ERRORS = [
  ...depositAbi,
  ...parseAbi([
    'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
    'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
  ]),
] as const;

export class WalletStepFailed extends Error {
  readonly code = 'wallet_step_failed';
  readonly problem: WalletProblem;

  constructor(problem: WalletProblem, cause?: unknown) {
    super(problem.kind, { cause });
    this.problem = problem;
  }
}

/** What a contract said when it refused, as far as it said anything that can be read. */
export function revertReason(error: unknown): string {
  if (!(error instanceof BaseError)) return shortReason(error);
  const raw = error.walk((e) => hasRevertData(e));
  const data = hasRevertData(raw) ? raw.data : null;
  if (data && data !== '0x') {
    try {
      const { errorName, args = [] } = decodeErrorResult({ abi: KNOWN_ERRORS, data });
      // viem knows Error(string) beside the ABI, and does not type it.
      const name: string = errorName;
      return name === 'Error' ? String(args[0]) : `${errorName}(${args.map(String).join(', ')})`;
    } catch {
      return `an error that is not known here, ${data.slice(0, 10)}`;
    }
  }
  return error.shortMessage;
}

function hasRevertData(error: unknown): error is { readonly data: Hex } {
  return typeof error === 'object' && error !== null && 'data' in error && isHex(error.data);
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

/** The account is not, or no longer, one that the wallet signs with for this page (EIP-1193 code 4100). */
function isUnauthorized(error: unknown): boolean {
  return error instanceof BaseError ? error.walk((e) => hasCode(e, 4100)) !== null : hasCode(error, 4100);
}

/** The contract refused, as against: nobody could be asked. */
export function isRevert(error: unknown): boolean {
  return (
    error instanceof BaseError && error.walk((e) => e instanceof ExecutionRevertedError || hasRevertData(e)) !== null
  );
}

export function isInsufficientGas(error: unknown): boolean {
  return error instanceof BaseError && error.walk((e) => e instanceof InsufficientFundsError) !== null;
}

/** What a wallet's answer says where it says that nothing was signed; null where it leaves that open. */
export function refusalIn(error: unknown): WalletProblem | null {
  if (isRejection(error)) return { kind: 'rejected' };
  if (isUnauthorized(error)) return { kind: 'otherAccount' };
  return isInsufficientGas(error) ? { kind: 'insufficientGas' } : null;
}
