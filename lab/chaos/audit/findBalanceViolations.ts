import type { Address } from 'viem';
import { getAddress, isAddressEqual, zeroAddress } from 'viem';
import type { ExpectedPayment } from './expectedPayment.ts';
import type { ConnectedChain, ObservedPayment } from './readAuditedChain.ts';
import { readOutflow } from './readAuditedChain.ts';
import type { Violation } from './violations.ts';
import { toBalanceViolation } from './violations.ts';

function sumByRecipient(payments: readonly ObservedPayment[]): Map<Address, bigint> {
  const sums = new Map<Address, bigint>();
  for (const { to, amount } of payments) sums.set(getAddress(to), (sums.get(getAddress(to)) ?? 0n) + amount);
  return sums;
}

/** Compares each token's outflow from the vault with the payments in that token, recipient by recipient. */
async function findTokenViolations(chain: ConnectedChain, payments: readonly ObservedPayment[]): Promise<Violation[]> {
  const violations = await Promise.all(
    chain.tokens.map(async (token): Promise<Violation[]> => {
      const outflow = await readOutflow(chain, token);
      const sums = sumByRecipient(
        payments.filter((payment) => payment.chainId === chain.id && isAddressEqual(payment.token, token)),
      );
      const recipients = new Set([...outflow.keys(), ...sums.keys()]);
      return [...recipients].flatMap((to) => {
        const [received, paid] = [outflow.get(to) ?? 0n, sums.get(to) ?? 0n];
        return received === paid ? [] : [toBalanceViolation({ chainId: chain.id, to, token, received, paid })];
      });
    }),
  );
  return violations.flat();
}

/** Native transfers emit no log. A recipient that never sent a transaction must hold exactly the sum of their payments. */
async function findNativeViolations(
  { id: chainId, client }: ConnectedChain,
  expected: readonly ExpectedPayment[],
  payments: readonly ObservedPayment[],
): Promise<Violation[]> {
  const isNativeHere = (payment: { readonly chainId: number; readonly token: Address }) =>
    payment.chainId === chainId && isAddressEqual(payment.token, zeroAddress);
  const sums = sumByRecipient(payments.filter(isNativeHere));
  const payouts = expected.filter((payment) => payment.kind === 'payout' && isNativeHere(payment));
  const recipients = new Set(payouts.map(({ to }) => getAddress(to)));
  const violations = await Promise.all(
    [...recipients].map(async (to): Promise<Violation[]> => {
      const [received, sentTransactions] = await Promise.all([
        client.getBalance({ address: to }),
        client.getTransactionCount({ address: to }),
      ]);
      const paid = sums.get(to) ?? 0n;
      if (received === paid || sentTransactions > 0) return [];
      return [toBalanceViolation({ chainId, to, token: zeroAddress, received, paid })];
    }),
  );
  return violations.flat();
}

export type BalanceAudit = {
  readonly expected: readonly ExpectedPayment[];
  readonly payments: readonly ObservedPayment[];
};

export async function findBalanceViolations(
  chain: ConnectedChain,
  { expected, payments }: BalanceAudit,
): Promise<readonly Violation[]> {
  return [...(await findTokenViolations(chain, payments)), ...(await findNativeViolations(chain, expected, payments))];
}
