import type { Address } from 'viem';
import { getAddress, isAddressEqual, zeroAddress } from 'viem';
import type { ExpectedPayment } from './expectedPayment.ts';
import type { ConnectedChain, ObservedPayment } from './readAuditedChain.ts';
import { listAmounts, readDeposits, readOutflow, readPayments } from './readAuditedChain.ts';
import type { Violation } from './violations.ts';
import { toBalanceViolation } from './violations.ts';

type AuditedState = ConnectedChain & { readonly lastBlock: bigint };

/** What the payments on a chain brought each recipient of a token. */
function sumByRecipient(
  payments: readonly ObservedPayment[],
  { chainId, token }: { readonly chainId: number; readonly token: Address },
): Map<Address, bigint> {
  const sums = new Map<Address, bigint>();
  for (const payment of payments.filter((one) => one.chainId === chainId)) {
    const to = getAddress(payment.to);
    sums.set(to, (sums.get(to) ?? 0n) + sumOf(token, listAmounts(payment)));
  }
  return sums;
}

/** Compares each token's outflow from the vault with the payments in that token, recipient by recipient. */
async function findTokenViolations(chain: ConnectedChain, payments: readonly ObservedPayment[]): Promise<Violation[]> {
  const violations = await Promise.all(
    chain.tokens.map(async (token): Promise<Violation[]> => {
      const outflow = await readOutflow(chain, token);
      const sums = sumByRecipient(payments, { chainId: chain.id, token });
      const recipients = new Set([...outflow.keys(), ...sums.keys()]);
      return [...recipients].flatMap((to) => {
        const [received, paid] = [outflow.get(to) ?? 0n, sums.get(to) ?? 0n];
        return received === paid ? [] : [toBalanceViolation({ chainId: chain.id, to, token, received, paid })];
      });
    }),
  );
  return violations.flat();
}

/** Native transfers emit no log, so a recipient that never sent a transaction must hold exactly the sum of its payments. */
async function findNativeViolations(
  { id: chainId, client, lastBlock }: AuditedState,
  expected: readonly ExpectedPayment[],
  payments: readonly ObservedPayment[],
): Promise<Violation[]> {
  const sums = sumByRecipient(payments, { chainId, token: zeroAddress });
  const bringsNative = (payment: ExpectedPayment) =>
    payment.kind === 'payout' && (isAddressEqual(payment.token, zeroAddress) || payment.gasDrop > 0n);
  const payouts = expected.filter((payment) => payment.chainId === chainId && bringsNative(payment));
  const recipients = new Set(payouts.map(({ to }) => getAddress(to)));
  const violations = await Promise.all(
    [...recipients].map(async (to): Promise<Violation[]> => {
      const [received, sentTransactions] = await Promise.all([
        client.getBalance({ address: to, blockNumber: lastBlock }),
        client.getTransactionCount({ address: to, blockNumber: lastBlock }),
      ]);
      const paid = sums.get(to) ?? 0n;
      if (received === paid || sentTransactions > 0) return [];
      return [toBalanceViolation({ chainId, to, token: zeroAddress, received, paid })];
    }),
  );
  return violations.flat();
}

/** Native tokens that left a vault must equal the sum of its payments. A withdrawal emits no payment. */
async function findVaultViolations(connected: AuditedState): Promise<Violation[]> {
  const { id: chainId, client, lastBlock, funds = new Map() } = connected;
  const violations = await Promise.all(
    [...funds].map(async ([vault, before]): Promise<Violation[]> => {
      const chain = { ...connected, vaults: [vault] };
      const [deposits, payments, balance] = await Promise.all([
        readDeposits(chain),
        readPayments(chain),
        client.getBalance({ address: vault, blockNumber: lastBlock }),
      ]);
      const left = before + sumOf(zeroAddress, deposits) - balance;
      const paid = sumOf(zeroAddress, payments.flatMap(listAmounts));
      if (left <= paid) return [];
      const detail = `${left} native tokens left the vault ${vault} on chain ${chainId}; its payments add up to ${paid}`;
      return [{ kind: 'withdrawn', id: '0x', detail }];
    }),
  );
  return violations.flat();
}

function sumOf(wanted: Address, entries: readonly { readonly token: Address; readonly amount: bigint }[]): bigint {
  return entries.reduce((sum, { token, amount }) => (isAddressEqual(token, wanted) ? sum + amount : sum), 0n);
}

export type BalanceAudit = {
  readonly expected: readonly ExpectedPayment[];
  readonly payments: readonly ObservedPayment[];
};

/** Every sum covers the chain up to its `lastBlock`. */
export async function findBalanceViolations(
  chain: AuditedState,
  { expected, payments }: BalanceAudit,
): Promise<readonly Violation[]> {
  const found = await Promise.all([
    findTokenViolations(chain, payments),
    findNativeViolations(chain, expected, payments),
    findVaultViolations(chain),
  ]);
  return found.flat();
}
