import type { Address, Hash } from 'viem';
import { isAddressEqual } from 'viem';
import type { ExpectedPayment, ObservedDeposit } from './expectedPayment.ts';
import type { ObservedPayment } from './readAuditedChain.ts';

export type ViolationKind =
  /** The deposit has neither a payout nor a refund. */
  | 'lost'
  | 'paidTwice'
  | 'refundedAndPaid'
  /** The payment has a wrong recipient, token, chain, amount or gas drop. */
  | 'wrongPayment'
  /** The paying vault had retired before the deposit was made. */
  | 'retiredVault'
  /** What the recipient received differs from the sum of the payments to it. */
  | 'wrongBalance'
  /** Native tokens left a vault without a payment. */
  | 'withdrawn'
  /** No chain ever held a deposit for this payment. */
  | 'paidWithoutDeposit';

/** A violation of exactly-once payment. */
export type Violation = { readonly kind: ViolationKind; readonly id: Hash; readonly detail: string };

function matches(expected: ExpectedPayment, { chainId, to, token, amount, gasDrop }: ObservedPayment): boolean {
  if (chainId !== expected.chainId || !isAddressEqual(to, expected.to) || !isAddressEqual(token, expected.token)) {
    return false;
  }
  if (expected.kind === 'refund') return gasDrop === 0n && amount > 0n && amount <= expected.atMost;
  return gasDrop === expected.gasDrop && amount >= expected.atLeast && amount <= expected.amount;
}

export type Findings = {
  /** The acceptable payments; one of them must have been made. */
  readonly accepted: readonly ExpectedPayment[];
  readonly payments: readonly ObservedPayment[];
  /** The vaults that had retired before the deposit was made. */
  readonly retired: readonly Address[];
};

/** Checks that a deposit has exactly one payment, and an acceptable one. */
export function findDepositViolation(
  deposit: ObservedDeposit,
  { accepted, payments, retired }: Findings,
): Violation | null {
  const { id } = deposit;
  const detail = JSON.stringify({ deposit, accepted, payments, retired }, (_, value) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  const [payment] = payments;
  if (!payment) return { kind: 'lost', id, detail };
  if (payments.length > 1) {
    const chains = new Set(payments.map(({ chainId }) => chainId));
    return { kind: chains.size > 1 ? 'refundedAndPaid' : 'paidTwice', id, detail };
  }
  if (!accepted.some((expected) => matches(expected, payment))) return { kind: 'wrongPayment', id, detail };
  const isRetired = retired.some((vault) => isAddressEqual(vault, payment.vault));
  return isRetired ? { kind: 'retiredVault', id, detail } : null;
}

export type BalanceDifference = {
  readonly chainId: number;
  readonly to: Address;
  readonly token: Address;
  readonly received: bigint;
  readonly paid: bigint;
};

/** Describes a recipient whose received amount differs from the sum of its payments. */
export function toBalanceViolation({ chainId, to, token, received, paid }: BalanceDifference): Violation {
  const detail = `${to} received ${received} of token ${token} on chain ${chainId}; the payments add up to ${paid}`;
  return { kind: 'wrongBalance', id: '0x', detail };
}
