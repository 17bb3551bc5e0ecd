import type { Address, Hex } from 'viem';
import { encodeApproval } from '#client/depositEncoder.ts';
import { isNativeToken } from '#shared/address.ts';
import type { TransferTerms } from './transferTerms.ts';

/** A transaction without its sender and chain. */
export type Call = { readonly to: Address; readonly data: Hex; readonly value: bigint };

export type PlannedCall = Call & { readonly kind: 'resetAllowance' | 'approve' | 'deposit' };

export type TransactionPlan = {
  /** The wallet signs them in this order, before the deposit. */
  readonly approvals: readonly PlannedCall[];
  readonly deposit: PlannedCall;
  /** False if the allowance could not be read: the wallet may not need every approval in the plan. */
  readonly isCertain: boolean;
};

/** All calls of a plan, in the order in which the wallet signs them. */
export function callsOf({ approvals, deposit }: TransactionPlan): readonly PlannedCall[] {
  return [...approvals, deposit];
}

/** The terms that decide the plan. The spender is the deposit contract. */
type PlannedTerms = Pick<TransferTerms, 'origin' | 'send' | 'deposit' | 'resetsAllowance'>;

/** Approves an exact amount of the token for the deposit contract. Never taken from the service's answer. */
function approvalOf({ origin, deposit }: PlannedTerms, amount: bigint): PlannedCall {
  return {
    kind: amount === 0n ? 'resetAllowance' : 'approve',
    to: origin.token,
    data: encodeApproval(deposit.to, amount),
    value: 0n,
  };
}

/** Sets the allowance to zero. */
export function revocationOf(terms: PlannedTerms): PlannedCall {
  return approvalOf(terms, 0n);
}

/**
 * A transfer's transactions: the review shows them, the simulation runs them and the wallet signs them.
 * @param allowance base units that the deposit contract may already move; null if it could not be read
 */
export function planTransactions(terms: PlannedTerms, allowance: bigint | null): TransactionPlan {
  const { to, data, value } = terms.deposit;
  const deposit: PlannedCall = { kind: 'deposit', to, data, value };
  if (isNativeToken(terms.origin.token)) return { approvals: [], deposit, isCertain: true };
  const isCertain = allowance !== null;
  if (isCertain && allowance >= terms.send) return { approvals: [], deposit, isCertain };
  const approve = approvalOf(terms, terms.send);
  const needsReset = terms.resetsAllowance && allowance !== 0n;
  return { approvals: needsReset ? [revocationOf(terms), approve] : [approve], deposit, isCertain };
}
