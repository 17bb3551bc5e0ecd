import { isSameAddress } from '#shared/address.ts';
import { vaultsOf } from '../registry.ts';
import type { Facts, PayoutFact, RefundFact, ServiceFact } from '../verdict/facts.ts';
import { paceOf } from '../verdict/pace.ts';
import { verdictOf } from '../verdict/verdictOf.ts';
import type { FateVerdict } from './caseVerdict.ts';
import { isTakenOver } from './caseVerdict.ts';
import type { DepositEvidence } from './evidence.ts';

export type Moment = {
  readonly nowMs: number;
  /** The median of the deposit's route, in seconds; null if the service does not state it. */
  readonly usualSeconds: (one: DepositEvidence) => number | null;
};

function serviceFact(receipt: DepositEvidence['receipt']): ServiceFact {
  if (receipt === 'silent') return { kind: 'silent' };
  if (receipt === 'unclear') return { kind: 'refused', message: '' };
  return receipt.kind === 'delivered' ? { kind: 'paid' } : receipt;
}

function payoutFact({ payout, receipt }: DepositEvidence): PayoutFact {
  if (payout.kind === 'proven') return { kind: 'proven', received: payout.amount };
  if (payout.kind === 'mismatch') return payout;
  const isReported = typeof receipt === 'object' && receipt.kind === 'delivered';
  if (!isReported) return { kind: 'none' };
  return { kind: 'unproven', gap: payout.kind === 'unproven' ? payout.gap : { code: 'payoutNotFound' } };
}

function refundFact({ refund, receipt }: DepositEvidence): RefundFact {
  if (refund.kind === 'proven') return { kind: 'proven', refunded: refund.amount };
  if (refund.kind === 'mismatch') return refund;
  const isReported = typeof receipt === 'object' && receipt.kind === 'failed';
  if (!isReported) return { kind: 'none' };
  return { kind: 'unproven', gap: refund.kind === 'unproven' ? refund.gap : { code: 'refundNotFound' } };
}

function factsOf(one: DepositEvidence, { nowMs, usualSeconds }: Moment): Facts {
  return {
    deposit: { kind: 'mined' },
    service: serviceFact(one.receipt),
    payout: payoutFact(one),
    refund: refundFact(one),
    pace: paceOf({ sinceMs: Number(one.deposit.timestamp) * 1000, nowMs, usualSeconds: usualSeconds(one) }),
  };
}

export function isToVault({ chain, deposit }: DepositEvidence): boolean {
  return vaultsOf(chain).some((vault) => isSameAddress(vault, deposit.maker));
}

/** The deposit names a receiver of the tokens that is no vault, and the service does not follow it. */
function isLost(one: DepositEvidence): boolean {
  const { receipt } = one;
  return !isToVault(one) && (typeof receipt === 'string' || receipt.kind === 'unknown' || receipt.kind === 'refused');
}

/** Decides where one mined deposit stands. */
export function fateOf(one: DepositEvidence, moment: Moment): FateVerdict {
  const { chain, deposit, receipt } = one;
  const verdict = verdictOf(factsOf(one, moment));
  if (verdict.kind === 'delivered') {
    const stated =
      typeof receipt === 'object' && receipt.kind === 'delivered' ? receipt.delivery.received.amount : null;
    const { received } = verdict;
    return stated === null || stated === received ? verdict : { kind: 'deliveredOtherAmount', received, stated };
  }
  const reason = 'cause' in verdict ? verdict.cause.reason : null;
  if (verdict.kind === 'refunded') {
    return reason === 'amount_out_of_range' ? { kind: 'outOfRangeRefunded', refunded: verdict.refunded } : verdict;
  }
  if (reason === 'refund_costs_more') return { kind: 'dustKept' };
  if (isLost(one)) {
    const moved = [{ token: deposit.token, to: deposit.maker, amount: deposit.amount }];
    return { kind: 'wrongContract', chainName: chain.name, contract: deposit.maker, moved };
  }
  // A mined deposit reaches no other verdict. If one is added, this says so, and never calls it delivered.
  return isTakenOver(verdict) ? verdict : { kind: 'sourcesDisagree' };
}
