import type { Address } from 'viem';
import { convertRoundingDown } from '#shared/amount.ts';
import type { Deployment } from './catalog.ts';
import type { Deposit } from './deposit.ts';
import type { Payment } from './payment.ts';
import { parseRecipient } from './recipient.ts';

/** What bounds the payout of a deposit. The worker reads it from its configuration, the signer from its own policy. */
export type PayoutBounds = {
  readonly destinationId: number;
  /** The deposited token on the destination chain. */
  readonly token: Deployment;
  readonly originDecimals: number;
  /** The least that the bridge keeps of a deposit, in the origin token's base units. */
  readonly minFee: bigint;
  /** Addresses on the destination chain that no payout may go to. */
  readonly internal: readonly Address[];
};

/** A payment and the chain that makes it. */
export type PlacedPayment = { readonly chainId: number; readonly payment: Payment };

type Terms = Pick<Deposit, 'id' | 'chainId' | 'funded' | 'depositor' | 'token' | 'target' | 'amount' | 'destination'>;

/** The largest payout of a deposited amount, in the destination token's base units. */
export function largestPayout(
  amount: bigint,
  { minFee, originDecimals, token }: Pick<PayoutBounds, 'minFee' | 'originDecimals' | 'token'>,
): bigint {
  if (amount <= minFee) return 0n;
  return convertRoundingDown({ amount: amount - minFee, decimals: originDecimals }, token.decimals);
}

function findCommonProblem({ id, funded }: Terms, payment: Payment): string | null {
  if (payment.id !== id) return `the payment's id ${payment.id} is not the deposit's id ${id}`;
  if (!funded) return 'the maker did not receive the deposit';
  return payment.amount > 0n ? null : `the amount ${payment.amount} is not positive`;
}

/**
 * Compares a payout with its deposit as the origin chain has it. The deposit alone decides the chain, the token and the
 * recipient, and it bounds the amount.
 * @returns the difference, or null
 */
export function findPayoutProblem(
  bounds: PayoutBounds,
  deposit: Terms,
  { chainId, payment }: PlacedPayment,
): string | null {
  const common = findCommonProblem(deposit, payment);
  if (common !== null) return common;
  if (deposit.destination !== BigInt(chainId) || bounds.destinationId !== chainId) {
    return `the payout is on chain ${chainId}, but the deposit is for chain ${deposit.destination}`;
  }
  if (payment.token !== bounds.token.address) {
    return `the token ${payment.token} is not the deposited token, ${bounds.token.address} on chain ${chainId}`;
  }
  const target = parseRecipient(deposit.target, bounds.internal);
  if (!target.ok) return `the deposit's recipient ${target.problem}`;
  if (payment.to !== target.recipient) return `the recipient ${payment.to} is not the deposit's, ${target.recipient}`;
  const largest = largestPayout(deposit.amount, bounds);
  return payment.amount <= largest
    ? null
    : `the amount ${payment.amount} exceeds ${largest}, the deposit less the minimum fee`;
}

/**
 * Compares a refund with its deposit as the origin chain has it.
 * @returns the difference, or null
 */
export function findRefundProblem(deposit: Terms, { chainId, payment }: PlacedPayment): string | null {
  const common = findCommonProblem(deposit, payment);
  if (common !== null) return common;
  if (chainId !== deposit.chainId) {
    return `the refund is on chain ${chainId}, but the deposit is on chain ${deposit.chainId}`;
  }
  if (payment.token !== deposit.token) return `the token ${payment.token} is not the deposited token ${deposit.token}`;
  if (payment.to !== deposit.depositor) return `the recipient ${payment.to} is not the depositor ${deposit.depositor}`;
  return payment.amount <= deposit.amount
    ? null
    : `the amount ${payment.amount} exceeds the deposit of ${deposit.amount}`;
}
