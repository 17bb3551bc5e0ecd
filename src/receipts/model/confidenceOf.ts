import type { Step } from '#shared/wire/reasons.ts';
import type { Verdict, VerdictKind } from '../../transfer/verdict/verdict.ts';
import { aboutVerdict } from '../../transfer/verdict/verdictKinds.ts';
import type { Answered, DepositEvidence, Evidence, PaymentEvidence } from './evidence.ts';
import { bestEvidence } from './judgeWithoutDeposit.ts';

/** What the bridge reports about a deposit: its step, or only that it failed or is in progress. */
export type Reported = Step | 'failed' | 'inProgress';

/** How certain a verdict is. */
export type Confidence =
  /** Every endpoint of these chains was asked, and each shows it. */
  | { readonly kind: 'verified'; readonly chainNames: readonly string[] }
  /** Every endpoint shows the deposit. The rest is what the bridge reports; null if it reports nothing about this deposit. */
  | { readonly kind: 'depositVerified'; readonly chainNames: readonly string[]; readonly reported: Reported | null }
  /** Every endpoint was asked, and none has the transaction. */
  | { readonly kind: 'asked'; readonly chainNames: readonly string[] }
  /** Only the service reports it. */
  | { readonly kind: 'reported' }
  /** An endpoint of these chains, or the service, gave no answer or a different one. */
  | { readonly kind: 'partial'; readonly chainNames: readonly string[]; readonly isServiceSilent: boolean };

const agrees = ({ endpoints }: Answered) =>
  endpoints.length > 0 && endpoints.every(({ answer }) => answer === 'agrees');

/** How certain these chains make a verdict. */
function fromChains(sources: readonly Answered[], isServiceSilent = false): Confidence {
  const weak = sources.filter((source) => !agrees(source)).map(({ chain }) => chain.name);
  if (weak.length > 0 || isServiceSilent) return { kind: 'partial', chainNames: weak, isServiceSilent };
  return { kind: 'verified', chainNames: sources.map(({ chain }) => chain.name) };
}

function sourceOf({ chain, endpoints }: PaymentEvidence): readonly Answered[] {
  return chain ? [{ chain, endpoints }] : [];
}

function reportedIn(receipt: Exclude<DepositEvidence['receipt'], 'silent'>): Reported | null {
  if (receipt === 'unclear') return null;
  if (receipt.kind === 'delivered') return 'sent';
  if (receipt.kind === 'inProgress') return receipt.report.step ?? 'inProgress';
  return receipt.kind === 'failed' ? (receipt.report.step ?? 'failed') : null;
}

const isPaid = (payment: PaymentEvidence) => payment.kind === 'unproven' && payment.isPaid;

/** The payments behind the verdict on a deposit; null if it rests on the service's report, or on its silence. */
function paymentsBehind({ payout, refund }: DepositEvidence, { kind }: Verdict): readonly PaymentEvidence[] | null {
  switch (kind) {
    case 'delivered':
    case 'deliveredOtherAmount':
    case 'payoutDiffers':
      return [payout];
    case 'refunded':
    case 'refundDiffers':
      return [refund];
    // The chain itself shows such a payment, whatever the service says.
    case 'verifyingPayout':
      return isPaid(payout) ? [payout] : null;
    case 'verifyingRefund':
      return isPaid(refund) ? [refund] : null;
    case 'wrongContract':
    case 'wrongChain':
      return [];
    // Nothing is known about the destination, and the verdict says nothing about it.
    case 'unknownRoute':
      return [refund];
    default:
      return null;
  }
}

/** How certain the verdict on one deposit is. */
export function depositConfidence(one: DepositEvidence, verdict: Verdict): Confidence {
  const { receipt, payout, refund } = one;
  const behind = paymentsBehind(one, verdict);
  if (behind) return fromChains([one, ...behind.flatMap(sourceOf)]);
  const everything = [one, ...sourceOf(payout), ...sourceOf(refund)];
  if (receipt === 'silent') return fromChains(everything, true);
  if (receipt !== 'unclear' && receipt.kind === 'unknown') return fromChains(everything);
  const shown = fromChains([one]);
  return shown.kind === 'verified' ? { ...shown, kind: 'depositVerified', reported: reportedIn(receipt) } : shown;
}

/** The lowest confidence of several deposits. */
function weakest(all: readonly Confidence[]): Confidence {
  const ofKind = <K extends Confidence['kind']>(kind: K) =>
    all.filter((one): one is Extract<Confidence, { readonly kind: K }> => one.kind === kind);
  const namesOf = (some: readonly { readonly chainNames: readonly string[] }[]) => [
    ...new Set(some.flatMap(({ chainNames }) => chainNames)),
  ];
  if (ofKind('reported').length > 0) return { kind: 'reported' };
  const partial = ofKind('partial');
  if (partial.length > 0) {
    const isServiceSilent = partial.some((one) => one.isServiceSilent);
    return { kind: 'partial', chainNames: namesOf(partial), isServiceSilent };
  }
  const deposits = ofKind('depositVerified');
  if (deposits.length === 0) return { kind: 'verified', chainNames: namesOf(ofKind('verified')) };
  const [first, ...others] = new Set(deposits.map(({ reported }) => reported));
  return {
    kind: 'depositVerified',
    chainNames: namesOf(deposits),
    reported: others.length === 0 ? (first ?? null) : null,
  };
}

/** The chains behind a verdict without deposits; null if only the service reports it. */
function sourcesOf({ perChain, trace }: Evidence, verdict: Verdict): readonly Answered[] | null {
  if ('endpoints' in trace) return [trace];
  if (verdict.kind !== 'sourcesDisagree' && aboutVerdict(verdict).isReport) return null;
  const best = bestEvidence(perChain);
  return best ? [best] : perChain;
}

const ABSENT: ReadonlySet<VerdictKind> = new Set<VerdictKind>(['notFound', 'rpcSilent']);

function hashConfidence(evidence: Evidence, verdict: Verdict): Confidence {
  const { trace, receipts } = evidence;
  const sources = sourcesOf(evidence, verdict);
  if (!sources) return { kind: 'reported' };
  const found = fromChains(sources, ABSENT.has(verdict.kind) && receipts === 'silent');
  if (found.kind !== 'verified') return found;
  if (sources === evidence.perChain) return { ...found, kind: 'asked' };
  // A payment without the deposit that it belongs to.
  const isHalf = trace.kind === 'payment' && !trace.isComplete;
  return isHalf ? { kind: 'partial', chainNames: [], isServiceSilent: false } : found;
}

/** How certain a verdict is. It is never `verified` if a source did not answer. */
export function confidenceOf(evidence: Evidence, verdict: Verdict, ofDeposits: readonly Confidence[]): Confidence {
  return ofDeposits.length > 0 ? weakest(ofDeposits) : hashConfidence(evidence, verdict);
}
