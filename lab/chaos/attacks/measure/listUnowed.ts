import type { Address, Hash } from 'viem';
import { isAddressEqual } from 'viem';
import type { ObservedDeposit, RouteTerms } from '../../audit/expectedPayment.ts';
import { deriveExpectedPayment } from '../../audit/expectedPayment.ts';
import type { ObservedPayment } from '../../audit/readAuditedChain.ts';

/** What left the vaults of an installation, and for which deposits. */
export type Movements = {
  readonly deposits: readonly ObservedDeposit[];
  readonly payments: readonly ObservedPayment[];
  /** Tokens that left a vault without a payment's event. */
  readonly unexplained: readonly { readonly chainId: number; readonly token: Address; readonly amount: bigint }[];
};

function toDue(routes: readonly RouteTerms[], deposit: ObservedDeposit, payment: ObservedPayment): bigint {
  const expected = deriveExpectedPayment(routes, deposit);
  const { depositor, chainId, token, amount } = deposit;
  const pays = (to: Address, due: { readonly chainId: number; readonly token: Address }) =>
    payment.chainId === due.chainId && isAddressEqual(payment.token, due.token) && isAddressEqual(payment.to, to);
  if (expected.kind === 'payout' && pays(expected.to, expected)) return expected.amount;
  return pays(depositor, { chainId, token }) ? amount : 0n;
}

/** Value that left a vault and was owed to no one. */
export type Unowed = {
  readonly chainId: number;
  readonly token: Address;
  readonly amount: bigint;
  /** The payment, if there was one. */
  readonly payment: ObservedPayment | null;
};

/**
 * Lists what left the vaults and was owed to no one: payments without a deposit, second payments, and what exceeds the amount
 * that the deposit and the quoted terms allow.
 */
export function listUnowed(
  { deposits, payments, unexplained }: Movements,
  routes: readonly RouteTerms[],
): readonly Unowed[] {
  const open = new Map<Hash, ObservedDeposit>(deposits.map((deposit) => [deposit.id, deposit]));
  const unowed: Unowed[] = unexplained.map((left) => ({ ...left, payment: null }));
  for (const payment of payments) {
    const { id, chainId, token, amount } = payment;
    const deposit = open.get(id);
    const due = deposit ? toDue(routes, deposit, payment) : 0n;
    if (due > 0n) open.delete(id);
    if (amount > due) unowed.push({ chainId, token, amount: amount - due, payment });
  }
  return unowed;
}
