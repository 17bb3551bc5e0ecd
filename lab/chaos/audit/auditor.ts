import type { Address, Hash } from 'viem';
import { isAddressEqual } from 'viem';
import type { ObservedDeposit, RouteTerms } from './expectedPayment.ts';
import { deriveExpectedPayment } from './expectedPayment.ts';
import { findBalanceViolations } from './findBalanceViolations.ts';
import type { AuditedChain, ObservedPayment } from './readAuditedChain.ts';
import { connectChain, readDeposits, readPayments } from './readAuditedChain.ts';
import type { Violation } from './violations.ts';
import { findDepositViolation } from './violations.ts';

export type AuditScope = {
  readonly chains: readonly AuditedChain[];
  readonly routes: readonly RouteTerms[];
  /** Attackers, whose deposits may stay unpaid. What they are paid is audited like any payment. */
  readonly strangers?: readonly Address[];
};

export type AuditResult = {
  /** Without those of strangers. */
  readonly deposits: number;
  readonly payouts: number;
  readonly refunds: number;
  /** Payments whose deposit a reorg removed for good afterwards. */
  readonly orphaned: number;
  readonly violations: readonly Violation[];
};

/**
 * Audits payments from the chains alone, without the service, its database or a proxy. It remembers every deposit that it has
 * seen: a deposit that a reorg removed later differs from a deposit that never existed.
 */
export type Auditor = {
  /** Records the current deposits. @returns how many of them have no payment yet */
  poll(): Promise<number>;
  audit(): Promise<AuditResult>;
  /** Seconds from the first sight of a deposit to the first sight of its payment; the interval of the polls limits the precision. */
  completionSeconds(): readonly number[];
};

function findUnmatchedViolations(
  unmatched: readonly ObservedPayment[],
  everSeen: ReadonlyMap<Hash, ObservedDeposit>,
): readonly Violation[] {
  const repeated = unmatched.filter(({ id }, index) => unmatched.findIndex((other) => other.id === id) < index);
  const unexplained = unmatched.filter(({ id }) => !everSeen.has(id));
  return [
    ...repeated.map(({ id, hash }) => ({ kind: 'paidTwice', id, detail: hash }) as const),
    ...unexplained.map(({ id, hash }) => ({ kind: 'paidWithoutDeposit', id, detail: `paid in ${hash}` }) as const),
  ];
}

export function createAuditor({ chains, routes, strangers = [] }: AuditScope): Auditor {
  const connected = chains.map(connectChain);
  const everSeen = new Map<Hash, ObservedDeposit>();
  const firstSeenMs = new Map<Hash, number>();
  const completions = new Map<Hash, number>();

  const isStranger = ({ depositor }: ObservedDeposit) => strangers.some((other) => isAddressEqual(other, depositor));

  const read = async () => {
    const [deposits, payments] = await Promise.all([
      Promise.all(connected.map((chain) => readDeposits(chain))),
      Promise.all(connected.map((chain) => readPayments(chain))),
    ]);
    const current = new Map(deposits.flat().map((deposit) => [deposit.id, deposit]));
    for (const [id, deposit] of current) {
      everSeen.set(id, deposit);
      if (!firstSeenMs.has(id)) firstSeenMs.set(id, Date.now());
    }
    for (const { id } of payments.flat()) {
      const since = firstSeenMs.get(id);
      if (since !== undefined && !completions.has(id)) completions.set(id, (Date.now() - since) / 1000);
    }
    return { deposits: current, payments: payments.flat() };
  };

  return {
    completionSeconds: () => [...completions.values()],
    poll: async () => {
      const { deposits, payments } = await read();
      const paidIds = new Set(payments.map(({ id }) => id));
      return [...deposits.values()].filter((deposit) => !paidIds.has(deposit.id) && !isStranger(deposit)).length;
    },
    audit: async () => {
      const { deposits, payments } = await read();
      const paymentsOf = (id: Hash) => payments.filter((payment) => payment.id === id);
      const depositViolations = [...deposits.values()].flatMap(
        (deposit) =>
          findDepositViolation(deposit, deriveExpectedPayment(routes, deposit), paymentsOf(deposit.id)) ?? [],
      );
      const mayStayUnpaid = new Set([...deposits.values()].filter(isStranger).map(({ id }) => id));
      const unmatched = payments.filter(({ id }) => !deposits.has(id));
      const expected = [...everSeen.values()].map((deposit) => deriveExpectedPayment(routes, deposit));
      const balanceViolations = await Promise.all(
        connected.map((chain) => findBalanceViolations(chain, { expected, payments })),
      );
      const refunds = payments.filter(({ id, chainId }) => everSeen.get(id)?.chainId === chainId).length;
      return {
        deposits: deposits.size - mayStayUnpaid.size,
        payouts: payments.length - refunds,
        refunds,
        orphaned: unmatched.filter(({ id }) => everSeen.has(id)).length,
        violations: [
          ...depositViolations.filter(({ kind, id }) => kind !== 'lost' || !mayStayUnpaid.has(id)),
          ...findUnmatchedViolations(unmatched, everSeen),
          ...balanceViolations.flat(),
        ],
      };
    },
  };
}
