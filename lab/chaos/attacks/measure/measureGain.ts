import type { Address, Hash } from 'viem';
import { isAddressEqual } from 'viem';
import type { ObservedDeposit, RouteTerms } from '../../audit/expectedPayment.ts';
import { deriveExpectedPayment } from '../../audit/expectedPayment.ts';
import type { ObservedPayment } from '../../audit/readAuditedChain.ts';

/** The value of an amount of base units in millionths of the installation's currency, rounded up. */
export type Appraise = (chainId: number, token: Address, amount: bigint) => bigint;

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

/**
 * Adds up all value that left the vaults and was owed to no one: payments without a deposit, second payments, and what
 * exceeds the amount that the deposit and the quoted terms allow.
 */
export function measureGain(
  { deposits, payments, unexplained }: Movements,
  routes: readonly RouteTerms[],
  appraise: Appraise,
): bigint {
  const open = new Map<Hash, ObservedDeposit>(deposits.map((deposit) => [deposit.id, deposit]));
  let gain = unexplained.reduce((sum, { chainId, token, amount }) => sum + appraise(chainId, token, amount), 0n);
  for (const payment of payments) {
    const deposit = open.get(payment.id);
    const due = deposit ? toDue(routes, deposit, payment) : 0n;
    if (due > 0n) open.delete(payment.id);
    if (payment.amount > due) gain += appraise(payment.chainId, payment.token, payment.amount - due);
  }
  return gain;
}
