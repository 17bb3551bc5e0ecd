import type { HashEvidence } from '../hashEvidence.ts';
import type { Proof } from '../proof.ts';
import type { Receipt } from '../receipt.ts';
import type { RefundProof } from '../refund.ts';
import type { DepositFact, Facts, ServiceFact } from './facts.ts';
import { refundFact } from './facts.ts';
import { paceOf } from './pace.ts';

/** What a page without a stored transfer has read so far. Null: no answer yet. */
export type Lookup = {
  /** `silent`: the service did not answer. */
  readonly receipt: Receipt | 'silent';
  readonly evidence: HashEvidence | null;
  readonly payoutProof: Proof | null;
  readonly refundProof: RefundProof | null;
  /** When the deposit was mined, by its chain. */
  readonly depositedAtMs: number | null;
  readonly usualSeconds: number | null;
};

function depositFact(evidence: HashEvidence | null): DepositFact {
  if (!evidence) return { kind: 'searching' };
  if (evidence.kind !== 'found') {
    return evidence.kind === 'nowhere'
      ? { kind: 'nowhere', chainNames: evidence.chainNames }
      : { kind: 'incomplete', chainNames: evidence.silent };
  }
  const { kind } = evidence.finding;
  return { kind: kind === 'deposit' ? 'mined' : kind };
}

function serviceFact(receipt: Lookup['receipt']): ServiceFact {
  if (receipt === 'silent') return { kind: 'silent' };
  return receipt.kind === 'delivered' ? { kind: 'paid' } : receipt;
}

function refundOf({ receipt, refundProof }: Lookup): Facts['refund'] {
  if (refundProof?.kind === 'proven') return { kind: 'proven', refunded: refundProof.refunded };
  return receipt !== 'silent' && receipt.kind === 'failed' ? refundFact(refundProof) : { kind: 'none' };
}

function payoutOf({ receipt, payoutProof }: Lookup): Facts['payout'] {
  if (receipt === 'silent' || receipt.kind !== 'delivered') return { kind: 'none' };
  if (!payoutProof) return { kind: 'unproven', gap: null };
  return payoutProof.kind === 'unknown' ? { kind: 'unproven', gap: payoutProof.gap } : payoutProof;
}

/** The facts that the service and the chains give for a hash. */
export function receiptFacts(lookup: Lookup, nowMs: number): Facts {
  const { evidence, receipt, depositedAtMs, usualSeconds } = lookup;
  return {
    deposit: depositFact(evidence),
    service: serviceFact(receipt),
    payout: payoutOf(lookup),
    refund: refundOf(lookup),
    pace: depositedAtMs === null ? null : paceOf({ sinceMs: depositedAtMs, nowMs, usualSeconds }),
  };
}
