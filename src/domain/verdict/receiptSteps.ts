import type { Hash } from 'viem';
import type { Step, StepStatus } from '../transferSteps.ts';
import type { Facts } from './facts.ts';

type Transactions = {
  readonly deposit: Step['transaction'];
  readonly payout: Step['transaction'];
  readonly refund: Step['transaction'];
};

export function transactionOn(chainId: number | undefined, hash: Hash | null): Step['transaction'] {
  return chainId === undefined || hash === null ? null : { chainId, hash };
}

function depositStatus({ deposit }: Facts): StepStatus {
  if (deposit.kind === 'mined') return 'done';
  if (deposit.kind === 'reverted' || deposit.kind === 'otherTransaction') return 'failed';
  return deposit.kind === 'pending' ? 'active' : 'todo';
}

function payoutStatus({ payout, service, refund }: Facts): StepStatus {
  if (payout.kind === 'proven') return 'done';
  if (payout.kind === 'mismatch' || service.kind === 'failed' || refund.kind === 'proven') return 'failed';
  return service.kind === 'paid' ? 'active' : 'todo';
}

function refundStatus({ refund }: Facts): StepStatus {
  if (refund.kind === 'proven') return 'done';
  return refund.kind === 'mismatch' ? 'failed' : 'active';
}

/** The steps of a transfer that this browser does not store. Nothing shows whether an approval came first. */
export function receiptSteps(facts: Facts, transactions: Transactions): readonly Step[] {
  const { service, refund, payout } = facts;
  const isPast =
    service.kind === 'paid' || service.kind === 'failed' || payout.kind === 'proven' || refund.kind === 'proven';
  const deposit = isPast ? 'done' : depositStatus(facts);
  const crossing: StepStatus = isPast ? 'done' : deposit === 'done' ? 'active' : 'todo';
  const confirmations = service.kind === 'inProgress' ? service.confirmations : null;
  const steps: Step[] = [
    { kind: 'deposit', status: deposit, transaction: transactions.deposit, confirmations: null },
    { kind: 'crossing', status: crossing, transaction: null, confirmations },
    { kind: 'delivery', status: payoutStatus(facts), transaction: transactions.payout, confirmations: null },
  ];
  if (refund.kind === 'none') return steps;
  return [
    ...steps,
    { kind: 'refund', status: refundStatus(facts), transaction: transactions.refund, confirmations: null },
  ];
}
