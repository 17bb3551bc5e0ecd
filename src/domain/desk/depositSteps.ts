import type { Hash } from 'viem';
import type { Confirmations } from '#client/receipt.ts';
import type { Step, StepStatus } from '../transferSteps.ts';
import type { DepositEvidence } from './evidence.ts';
import type { DepositCase } from './toCase.ts';

const reportOf = ({ receipt }: DepositEvidence) => (typeof receipt === 'object' ? receipt : null);

function confirmationsOf({ evidence, verdict }: DepositCase): Confirmations | null {
  const receipt = reportOf(evidence);
  if ('confirmations' in verdict) return verdict.confirmations;
  return receipt?.kind === 'inProgress' ? receipt.confirmations : null;
}

function payoutStatus({ payout, refund, receipt }: DepositEvidence): StepStatus {
  if (payout.kind === 'proven') return 'done';
  const kind = typeof receipt === 'object' ? receipt.kind : null;
  if (payout.kind === 'mismatch' || kind === 'failed' || refund.kind === 'proven') return 'failed';
  return kind === 'delivered' ? 'active' : 'todo';
}

function refundStatus({ refund }: DepositEvidence): StepStatus {
  if (refund.kind === 'proven') return 'done';
  return refund.kind === 'mismatch' ? 'failed' : 'active';
}

function on(chainId: number | undefined, hash: Hash | null): Step['transaction'] {
  return chainId === undefined || hash === null ? null : { chainId, hash };
}

/** The steps of a mined deposit, as the chains and the service show them. */
export function depositSteps(one: DepositCase): readonly Step[] {
  const { evidence, journey, payoutHash, refundHash } = one;
  const kind = reportOf(evidence)?.kind ?? null;
  const hasRefund = evidence.refund.kind === 'proven' || evidence.refund.kind === 'mismatch' || kind === 'failed';
  const payout = payoutStatus(evidence);
  const isPast = payout !== 'todo' || hasRefund;
  const deposit = on(evidence.chain.id, evidence.deposit.transactionHash);
  const steps: readonly Step[] = [
    { kind: 'deposit', status: 'done', transaction: deposit, confirmations: null },
    {
      ...{ kind: 'crossing', status: isPast ? 'done' : 'active', transaction: null },
      confirmations: isPast ? null : confirmationsOf(one),
    },
    { kind: 'delivery', status: payout, transaction: on(journey.destination?.id, payoutHash), confirmations: null },
  ];
  if (!hasRefund) return steps;
  const refund = on(evidence.chain.id, refundHash);
  return [...steps, { kind: 'refund', status: refundStatus(evidence), transaction: refund, confirmations: null }];
}
