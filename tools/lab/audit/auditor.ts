import type { Address, Hash } from 'viem';
import { isAddressEqual } from 'viem';
import type { AuditedHistory } from './auditedHistory.ts';
import { listAcceptedPayments } from './auditedHistory.ts';
import type { ExpectedPayment, ObservedDeposit } from './expectedPayment.ts';
import { deriveExpectedPayment } from './expectedPayment.ts';
import { findBalanceViolations } from './findBalanceViolations.ts';
import { createChainReader, createFirstSeen } from './observedState.ts';
import type { AuditedChain, ObservedPayment } from './readAuditedChain.ts';
import { connectChain } from './readAuditedChain.ts';
import type { Violation } from './violations.ts';
import { findDepositViolation } from './violations.ts';

export type AuditScope = {
  readonly chains: readonly AuditedChain[];
  readonly history: AuditedHistory;
  /** Attackers, whose deposits may stay unpaid or be refunded. Payments to them are audited like any other. */
  readonly strangers?: readonly Address[];
  /** Recipients that refuse native tokens. What would bring them some must be refunded. */
  readonly refusing?: readonly Address[];
};

export type AuditResult = {
  /** Not counting strangers. */
  readonly deposits: number;
  readonly payouts: number;
  /** How many of the payouts brought native tokens for gas. */
  readonly gasDrops: number;
  readonly refunds: number;
  /** Payments whose deposit a later reorg permanently removed. */
  readonly orphaned: number;
  readonly violations: readonly Violation[];
};

/**
 * Audits payments from the chains alone, without the service, its database or a proxy. It remembers every deposit it has seen,
 * because a deposit removed by a reorg is not the same as one that never existed.
 */
export type Auditor = {
  /** Records the current deposits. @returns how many of them have no payment yet */
  poll(): Promise<number>;
  audit(): Promise<AuditResult>;
  /** Seconds from when a deposit was first seen until its payment was; only as precise as the poll interval. */
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

export function createAuditor({ chains, history, strangers = [], refusing = [] }: AuditScope): Auditor {
  const connected = chains.map(connectChain);
  const readers = connected.map(createChainReader);
  const everSeen = new Map<Hash, ObservedDeposit>();
  const firstSeen = createFirstSeen();

  const isStranger = ({ depositor }: ObservedDeposit) => strangers.some((other) => isAddressEqual(other, depositor));

  const read = async (chainReaders: typeof readers) => {
    const startedMs = Date.now();
    const states = await Promise.all(chainReaders.map((readChain) => readChain()));
    const payments = states.flatMap((state) => state.payments);
    const current = new Map(states.flatMap(({ deposits }) => deposits).map((deposit) => [deposit.id, deposit]));
    for (const [id, deposit] of current) everSeen.set(id, deposit);
    firstSeen.note({ deposits: current.keys(), payments: payments.map(({ id }) => id) }, startedMs);
    return { deposits: current, payments, lastBlocks: states.map(({ lastBlock }) => lastBlock) };
  };

  const isRefused = (payment: ExpectedPayment) =>
    payment.kind === 'payout' && payment.gasDrop > 0n && refusing.some((other) => isAddressEqual(other, payment.to));

  const listAccepted = (deposit: ObservedDeposit): readonly ExpectedPayment[] => {
    const accepted = listAcceptedPayments(history.terms, deposit, firstSeen.timesOf(deposit.id));
    return accepted.some(isRefused) ? [deriveExpectedPayment([], deposit)] : accepted;
  };

  const listRetired = ({ id }: ObservedDeposit): readonly Address[] => {
    const { madeAfterMs } = firstSeen.timesOf(id);
    return [...history.retirements].flatMap(([vault, retiredMs]) => (retiredMs < madeAfterMs ? [vault] : []));
  };

  return {
    completionSeconds: firstSeen.completionSeconds,
    poll: async () => {
      const { deposits, payments } = await read(readers);
      const paidIds = new Set(payments.map(({ id }) => id));
      return [...deposits.values()].filter((deposit) => !paidIds.has(deposit.id) && !isStranger(deposit)).length;
    },
    audit: async () => {
      // New readers start from the first block.
      const { deposits, payments, lastBlocks } = await read(connected.map(createChainReader));
      const paymentsOf = (id: Hash) => payments.filter((payment) => payment.id === id);
      const depositViolations = [...deposits.values()].flatMap(
        (deposit) =>
          findDepositViolation(deposit, {
            accepted: [...listAccepted(deposit), ...(isStranger(deposit) ? [deriveExpectedPayment([], deposit)] : [])],
            payments: paymentsOf(deposit.id),
            retired: listRetired(deposit),
          }) ?? [],
      );
      const mayStayUnpaid = new Set([...deposits.values()].filter(isStranger).map(({ id }) => id));
      const unmatched = payments.filter(({ id }) => !deposits.has(id));
      const expected = [...everSeen.values()].flatMap(listAccepted);
      const balanceViolations = await Promise.all(
        // The service may still be paying, so read each recipient's balance at the last block whose payments were read.
        connected.map((chain, index) =>
          findBalanceViolations({ ...chain, lastBlock: lastBlocks[index] ?? 0n }, { expected, payments }),
        ),
      );
      const refunds = payments.filter(({ id, chainId }) => everSeen.get(id)?.chainId === chainId).length;
      return {
        deposits: deposits.size - mayStayUnpaid.size,
        payouts: payments.length - refunds,
        gasDrops: payments.filter(({ gasDrop }) => gasDrop > 0n).length,
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
