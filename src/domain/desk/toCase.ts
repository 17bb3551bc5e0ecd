import type { Hash } from 'viem';
import type { Amount } from '#shared/amount.ts';
import type { Registry } from '../registry.ts';
import { chainById, tokenByName } from '../registry.ts';
import type { Journey } from '../verdict/journey.ts';
import { journeyOfDeposit } from '../verdict/journey.ts';
import type { CaseVerdict, FateVerdict } from './caseVerdict.ts';
import { chainTime } from './chainTime.ts';
import type { DepositEvidence, Evidence } from './evidence.ts';
import type { Moment } from './fateOf.ts';
import { isOver } from './isOver.ts';
import type { Judgement } from './judgeCase.ts';
import { judgeCase } from './judgeCase.ts';
import { weighPayments } from './weighPayments.ts';

/** One deposit, as the desk shows it. Null: neither a chain nor the service tells. */
export type DepositCase = Judgement<FateVerdict> & {
  readonly evidence: DepositEvidence;
  readonly journey: Journey;
  /** In the decimals of the destination token; of a refund, of the origin token. */
  readonly received: Amount | null;
  readonly bridgeFee: Amount | null;
  readonly gasFee: Amount | null;
  readonly sentAtMs: number | null;
  readonly paidAtMs: number | null;
  readonly seconds: number | null;
  readonly payoutHash: Hash | null;
  readonly refundHash: Hash | null;
};

/** The amount that counts: what a chain shows as paid or refunded, or so far what was deposited. */
export function countedAmount({ received, journey }: DepositCase): Amount | null {
  return received ?? journey.sent;
}

/** The one answer about a hash, with everything that it was decided from. */
export type Case = Judgement<CaseVerdict> & {
  readonly evidence: Evidence;
  readonly deposits: readonly DepositCase[];
  /** Whether no further lookup can find anything new. */
  readonly isOver: boolean;
};

const hashIn = (payment: DepositEvidence['payout']) => ('hash' in payment ? payment.hash : null);

function receivedIn({ payout, refund }: DepositEvidence, { destination, origin, tokenName }: Journey): Amount | null {
  const [chain, payment] = payout.kind === 'proven' ? [destination, payout] : [origin, refund];
  const token = chain && tokenName !== null ? tokenByName(chain, tokenName) : undefined;
  return token && payment.kind === 'proven' ? { amount: payment.amount, decimals: token.decimals } : null;
}

function toDepositCase(registry: Registry, one: DepositEvidence, judgement: Judgement<FateVerdict>): DepositCase {
  const { deposit, receipt, payout, refund } = one;
  const journey = journeyOfDeposit(registry, chainById(registry, one.chain.id)?.name ?? one.chain.name, deposit);
  const delivery = typeof receipt === 'object' && receipt.kind === 'delivered' ? receipt.delivery : null;
  const claim = typeof receipt === 'object' && receipt.kind === 'failed' ? receipt.claim : null;
  const paid = payout.kind === 'proven' ? payout : refund.kind === 'proven' ? refund : null;
  const sentAtMs = chainTime(deposit.timestamp);
  const paidAtMs = paid?.paidAtMs ?? null;
  return {
    ...judgement,
    evidence: one,
    journey,
    received: receivedIn(one, journey),
    bridgeFee: delivery?.bridgeFee ?? null,
    gasFee: delivery?.gasFee ?? null,
    sentAtMs,
    paidAtMs,
    seconds: paidAtMs === null || sentAtMs === null ? null : Math.max(1, Math.round((paidAtMs - sentAtMs) / 1000)),
    payoutHash: hashIn(payout) ?? delivery?.payoutHash ?? null,
    refundHash: hashIn(refund) ?? claim?.hash ?? null,
  };
}

/** Decides about a hash, and gathers what the desk shows of each deposit. */
export function toCase(registry: Registry, evidence: Evidence, moment: Moment): Case {
  const { fates, ...judgement } = judgeCase(evidence, moment);
  const deposits = evidence.deposits.flatMap((one, index) => {
    const fate = fates[index];
    return fate ? [toDepositCase(registry, weighPayments(one), fate)] : [];
  });
  return { ...judgement, evidence, deposits, isOver: isOver(evidence, judgement) };
}
