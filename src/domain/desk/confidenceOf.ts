import type { CaseKind, CaseVerdict, Confidence, FateVerdict } from './caseVerdict.ts';
import type { Answered, DepositEvidence, Evidence, PaymentEvidence } from './evidence.ts';
import { bestSight } from './judgeHash.ts';

const agrees = ({ endpoints }: Answered) =>
  endpoints.length > 0 && endpoints.every(({ answer }) => answer === 'agrees');

/** How well these chains show something. */
function fromChains(sources: readonly Answered[], isServiceSilent = false): Confidence {
  const weak = sources.filter((source) => !agrees(source)).map(({ chain }) => chain.name);
  if (weak.length > 0 || isServiceSilent) return { kind: 'partial', chainNames: weak, isServiceSilent };
  return { kind: 'verified', chainNames: sources.map(({ chain }) => chain.name) };
}

function sourceOf({ chain, endpoints }: PaymentEvidence): readonly Answered[] {
  return chain ? [{ chain, endpoints }] : [];
}

const isPaid = (payment: PaymentEvidence) => payment.kind === 'unproven' && payment.isPaid;

/** How well the verdict on one deposit is founded. */
export function fateConfidence(one: DepositEvidence, { kind }: FateVerdict): Confidence {
  const { receipt, payout, refund } = one;
  if (kind === 'delivered' || kind === 'deliveredOtherAmount') return fromChains([one, ...sourceOf(payout)]);
  if (kind === 'payoutDiffers') return fromChains([one, ...sourceOf(payout)]);
  if (kind === 'refunded' || kind === 'outOfRangeRefunded') return fromChains([one, ...sourceOf(refund)]);
  if (kind === 'refundDiffers') return fromChains([one, ...sourceOf(refund)]);
  // The chain itself shows such a payment, whatever the service says of it.
  if (kind === 'verifyingPayout' && isPaid(payout)) return fromChains([one, ...sourceOf(payout)]);
  if (kind === 'verifyingRefund' && isPaid(refund)) return fromChains([one, ...sourceOf(refund)]);
  if (kind === 'wrongContract') return fromChains([one]);
  // Nothing is known of the destination, and nothing is said of it.
  if (kind === 'unknownRoute') return fromChains([one, ...sourceOf(refund)]);
  if (receipt === 'silent') return fromChains([one, ...sourceOf(payout), ...sourceOf(refund)], true);
  // What is left to say comes from the service: a step, a reason, a payment that no chain shows.
  if (receipt === 'unclear' || receipt.kind !== 'unknown') return { kind: 'reported' };
  return fromChains([one, ...sourceOf(payout), ...sourceOf(refund)]);
}

/** The weakest of several. */
function weakest(all: readonly Confidence[]): Confidence {
  const names = (kind: 'verified' | 'partial') => [
    ...new Set(all.flatMap((one) => (one.kind === kind ? one.chainNames : []))),
  ];
  if (all.some(({ kind }) => kind === 'reported')) return { kind: 'reported' };
  const partial = all.filter((one) => one.kind === 'partial');
  if (partial.length === 0) return { kind: 'verified', chainNames: names('verified') };
  return {
    kind: 'partial',
    chainNames: names('partial'),
    isServiceSilent: partial.some(({ isServiceSilent }) => isServiceSilent),
  };
}

const FROM_SIGHT: ReadonlySet<CaseKind> = new Set<CaseKind>([
  ...(['pending', 'reverted', 'outOfGas', 'noDeposit', 'sentToVault', 'wrongContract', 'wrongChain'] as const),
]);

/** The chains that a verdict without deposits rests on; null where only the service says it. */
function sourcesOf({ sights, trace }: Evidence, kind: CaseKind): readonly Answered[] | null {
  const sight = bestSight(sights);
  if (FROM_SIGHT.has(kind)) return sight ? [sight] : sights;
  if (kind === 'notFound' || kind === 'rpcSilent') return sights;
  if (kind === 'sourcesDisagree') return sight ? [sight] : sights;
  return 'endpoints' in trace ? [trace] : null;
}

function hashConfidence(evidence: Evidence, { kind }: CaseVerdict): Confidence {
  const { trace, receipts } = evidence;
  const sources = sourcesOf(evidence, kind);
  if (!sources) return { kind: 'reported' };
  const needsService = kind === 'notFound' || kind === 'rpcSilent';
  const found = fromChains(sources, needsService && receipts === 'silent');
  // A payment without the deposit that it belongs to.
  const isHalf = trace.kind === 'payment' && !trace.isComplete;
  return isHalf && found.kind === 'verified' ? { kind: 'partial', chainNames: [], isServiceSilent: false } : found;
}

/** How well a verdict is founded. A source that did not answer never makes it `verified`. */
export function confidenceOf(evidence: Evidence, verdict: CaseVerdict, fates: readonly Confidence[]): Confidence {
  return fates.length > 0 ? weakest(fates) : hashConfidence(evidence, verdict);
}
