import type { Hash } from 'viem';
import { isSameAddress } from '#shared/address.ts';
import type { Amount } from '#shared/amount.ts';
import { chainTime } from '../../chain/model/chainTime.ts';
import { isFinal } from '../../chain/model/finality.ts';
import { chainById, tokenByName, vaultsOf } from '../../config/registry.ts';
import type { DepositFact, Facts, PayoutFact, RefundFact, ServiceFact } from '../../transfer/verdict/facts.ts';
import { receiptFact } from '../../transfer/verdict/facts.ts';
import type { Journey } from '../../transfer/verdict/journey.ts';
import { journeyOfDeposit } from '../../transfer/verdict/journey.ts';
import type { Step } from '../../transfer/verdict/stepsOf.ts';
import { stepsOf } from '../../transfer/verdict/stepsOf.ts';
import type { TransferVerdict, Verdict, VerdictOf } from '../../transfer/verdict/verdict.ts';
import { timingOf } from '../../transfer/verdict/verdict.ts';
import { aboutVerdict } from '../../transfer/verdict/verdictKinds.ts';
import { verdictOf } from '../../transfer/verdict/verdictOf.ts';
import type { Confidence } from './confidenceOf.ts';
import { confidenceOf, depositConfidence } from './confidenceOf.ts';
import type { DepositEvidence, EndpointAnswer, Evidence, PaymentEvidence } from './evidence.ts';
import { bestEvidence, contradicts, intendedChain, judgeWithoutDeposit } from './judgeWithoutDeposit.ts';
import type { JudgingContext } from './judgingContext.ts';
import { isDust } from './judgingContext.ts';

/**
 * Whether an endpoint contradicts a payment. A lagging endpoint does not if at least two others show the payment: a single
 * endpoint could invent one in a block that no other endpoint has yet.
 */
function isDenied(endpoints: readonly EndpointAnswer[]): boolean {
  const isShown = endpoints.filter(({ answer }) => answer === 'agrees').length > 1;
  return endpoints.some(
    ({ answer, isLagging = false }) => answer === 'differs' || (answer === 'behind' && !(isLagging && isShown)),
  );
}

function weigh(payment: PaymentEvidence, code: 'payoutNotFound' | 'refundNotFound'): PaymentEvidence {
  if (payment.kind !== 'proven' || !isDenied(payment.endpoints)) return payment;
  const { chain, endpoints, hash } = payment;
  return { chain, endpoints, kind: 'unproven', hash, isPaid: true, gap: { code } };
}

/** Downgrades a proven payment that an endpoint of its chain denies. */
function weighPayments(one: DepositEvidence): DepositEvidence {
  return { ...one, payout: weigh(one.payout, 'payoutNotFound'), refund: weigh(one.refund, 'refundNotFound') };
}

/** Where the money is, by the evidence. `unknown`: the evidence does not show it. */
export type MoneyPlace = 'sender' | 'bridge' | 'recipient' | 'elsewhere' | 'unknown';

export type NativeAmount = { readonly amount: Amount; readonly symbol: string };

/** One deposit, as the desk shows it. Null: neither a chain nor the service says. */
export type JudgedDeposit = {
  /** `wrongContract`: the deposit sent its tokens to a receiver that is not a vault. */
  readonly verdict: TransferVerdict | VerdictOf<'wrongContract'>;
  readonly confidence: Confidence;
  readonly money: MoneyPlace;
  readonly steps: readonly Step[];
  readonly evidence: DepositEvidence;
  readonly journey: Journey;
  /** In the destination token's decimals; for a refund, the origin token's. */
  readonly received: Amount | null;
  /** The native tokens that arrived with the payout; null without any. */
  readonly gasReceived: NativeAmount | null;
  readonly bridgeFee: Amount | null;
  readonly gasFee: Amount | null;
  /** The amounts that the deposit's route accepts today. */
  readonly limits: { readonly min: Amount; readonly max: Amount } | null;
  readonly sentAtMs: number | null;
  readonly paidAtMs: number | null;
  readonly seconds: number | null;
  readonly payoutHash: Hash | null;
  readonly refundHash: Hash | null;
};

/** How the hash of another transaction leads to deposits. */
export type Via = 'payout' | 'refund' | 'safe' | 'replaced';

/** The answer about a hash, with the evidence behind it. */
export type Lookup = {
  readonly evidence: Evidence;
  readonly via: Via | null;
  /** One per deposit, in log order. A hash without a deposit has one, and so does a hash whose endpoints contradict each other. */
  readonly verdicts: readonly [Verdict, ...Verdict[]];
  /** Of several deposits, the weakest. */
  readonly confidence: Confidence;
  /** `unknown` if several deposits differ. */
  readonly money: MoneyPlace;
  readonly deposits: readonly JudgedDeposit[];
  /** Whether no further lookup can find anything new. */
  readonly isOver: boolean;
};

/** The amount to show and to sort by: what a chain shows as paid or refunded, or else what was deposited. */
export function countedAmount({ received, journey }: JudgedDeposit): Amount | null {
  return received ?? journey.sent;
}

function isToVault({ chain, deposit }: DepositEvidence): boolean {
  return vaultsOf(chain).some((vault) => isSameAddress(vault, deposit.maker));
}

function depositFact(one: DepositEvidence, context: JudgingContext): DepositFact {
  if (isToVault(one) && isDust(one, context)) return { kind: 'dust' };
  const isRouteUnknown = one.payout.kind === 'unproven' && one.payout.gap.code === 'unknownToken';
  return { kind: isRouteUnknown ? 'unknownRoute' : 'mined' };
}

function serviceFact({ receipt }: DepositEvidence): ServiceFact {
  if (receipt === 'silent') return { kind: 'silent' };
  return receipt === 'unclear' ? { kind: 'refused', message: '' } : receiptFact(receipt);
}

function payoutFact({ payout }: DepositEvidence, service: ServiceFact): PayoutFact {
  if (payout.kind === 'proven') return { kind: 'proven', received: payout.amount };
  if (payout.kind === 'mismatch' || payout.kind === 'unproven') return payout;
  if (service.kind !== 'paid') return { kind: 'none' };
  return { kind: 'unproven', gap: { code: 'payoutNotFound' }, isPaid: false };
}

function refundFact({ refund }: DepositEvidence, service: ServiceFact): RefundFact {
  if (refund.kind === 'proven') return { kind: 'proven', refunded: refund.amount };
  if (refund.kind === 'mismatch' || refund.kind === 'unproven') return refund;
  if (service.kind !== 'failed') return { kind: 'none' };
  return { kind: 'unproven', gap: { code: 'refundNotFound' }, isPaid: false };
}

function factsOf(one: DepositEvidence, context: JudgingContext): Facts {
  const service = serviceFact(one);
  const sinceMs = Number(one.deposit.timestamp) * 1000;
  return {
    deposit: depositFact(one, context),
    service,
    payout: payoutFact(one, service),
    refund: refundFact(one, service),
    timing: timingOf({ sinceMs, nowMs: context.nowMs, usualSeconds: context.usualSeconds(one) }),
  };
}

/** Whether the service knows a deposit, or a chain shows its payment. */
function isFollowed({ receipt, payout, refund }: DepositEvidence): boolean {
  const isKnown = typeof receipt === 'object' && receipt.kind !== 'unknown' && receipt.kind !== 'refused';
  const isPaid = [payout, refund].some(
    (one) => one.kind === 'proven' || one.kind === 'mismatch' || (one.kind === 'unproven' && one.isPaid),
  );
  return isKnown || isPaid;
}

/** Decides the verdict on one mined deposit. */
function verdictOfDeposit(one: DepositEvidence, context: JudgingContext): JudgedDeposit['verdict'] {
  const { chain, deposit } = one;
  // Otherwise the tokens went to a receiver that is not a vault, and neither a chain nor the service shows what came of it.
  if (isToVault(one) || isFollowed(one)) return verdictOf(factsOf(one, context));
  const lost = {
    chainName: chain.name,
    moved: [{ token: deposit.token, to: deposit.maker, amount: deposit.amount }],
  };
  const meant = intendedChain(chain, [deposit.maker], context.registry.chains);
  return meant
    ? { kind: 'wrongChain', meantFor: meant.name, ...lost }
    : { kind: 'wrongContract', contract: deposit.maker, ...lost };
}

/** Where the money of one deposit is, as far as the chains show it. */
function moneyOfDeposit(one: DepositEvidence, { kind }: Verdict): MoneyPlace {
  if (one.payout.kind === 'proven') return 'recipient';
  if (one.refund.kind === 'proven') return 'sender';
  if (kind === 'wrongContract' || kind === 'wrongChain') return 'elsewhere';
  // An operator closes a transfer after paying it outside the vault, so the vault shows no payment.
  const isUnpaid = one.payout.kind === 'none' && one.refund.kind === 'none' && kind !== 'closed';
  return isUnpaid && isToVault(one) ? 'bridge' : 'unknown';
}

const hashIn = (payment: DepositEvidence['payout']) => ('hash' in payment ? payment.hash : null);

function receivedIn({ payout, refund }: DepositEvidence, { destination, origin, tokenName }: Journey): Amount | null {
  const [chain, payment] = payout.kind === 'proven' ? [destination, payout] : [origin, refund];
  const token = chain && tokenName !== null ? tokenByName(chain, tokenName) : undefined;
  return token && payment.kind === 'proven' ? { amount: payment.amount, decimals: token.decimals } : null;
}

function gasIn({ payout }: DepositEvidence, { destination }: Journey): NativeAmount | null {
  if (payout.kind !== 'proven' || payout.gasReceived === 0n || !destination) return null;
  const { symbol, decimals } = destination.nativeCurrency;
  return { amount: { amount: payout.gasReceived, decimals }, symbol };
}

function judgeDeposit(one: DepositEvidence, context: JudgingContext): JudgedDeposit {
  const { chain, deposit, receipt, payout, refund } = one;
  const verdict = verdictOfDeposit(one, context);
  const journey = journeyOfDeposit(
    context.registry,
    chainById(context.registry, chain.id)?.name ?? chain.name,
    deposit,
  );
  const delivery = typeof receipt === 'object' && receipt.kind === 'delivered' ? receipt.delivery : null;
  const claim = typeof receipt === 'object' && receipt.kind === 'failed' ? receipt.claim : null;
  const paid = payout.kind === 'proven' ? payout : refund.kind === 'proven' ? refund : null;
  const sentAtMs = chainTime(deposit.timestamp);
  const paidAtMs = paid?.paidAtMs ?? null;
  const payoutHash = hashIn(payout) ?? delivery?.payoutHash ?? null;
  const refundHash = hashIn(refund) ?? claim?.hash ?? null;
  const on = (chainId: number | undefined, hash: Hash | null): Step['transaction'] =>
    chainId === undefined || hash === null ? null : { chainId, hash };
  const transactions = {
    deposit: on(chain.id, deposit.transactionHash),
    delivery: on(journey.destination?.id, payoutHash),
    refund: on(chain.id, refundHash),
  };
  return {
    verdict,
    confidence: depositConfidence(one, verdict),
    money: moneyOfDeposit(one, verdict),
    steps: stepsOf(verdict, { transactions, hasApproval: false }),
    evidence: one,
    journey,
    received: receivedIn(one, journey),
    gasReceived: gasIn(one, journey),
    bridgeFee: delivery?.bridgeFee ?? null,
    gasFee: delivery?.gasFee ?? null,
    limits: context.limits(one),
    sentAtMs,
    paidAtMs,
    seconds: paidAtMs === null || sentAtMs === null ? null : Math.max(1, Math.round((paidAtMs - sentAtMs) / 1000)),
    payoutHash,
    refundHash,
  };
}

function viaOf({ trace, deposits }: Evidence): Via | null {
  if (deposits.length === 0) return null;
  if (trace.kind === 'safe' || trace.kind === 'replaced') return trace.kind;
  if (trace.kind !== 'payment') return null;
  return deposits.every(({ chain }) => chain.id === trace.chain.id) ? 'refund' : 'payout';
}

/** Where the money is after a transaction without a deposit, as far as the chains show it. */
function moneyWithoutDeposit({ perChain }: Evidence, verdict: Verdict): MoneyPlace {
  const best = bestEvidence(perChain);
  switch (verdict.kind) {
    case 'reverted':
    case 'outOfGas':
    case 'pending':
      return best ? 'sender' : 'unknown';
    case 'noDeposit':
      return best?.kind === 'mined' && best.moved?.length === 0 ? 'sender' : 'unknown';
    case 'sentToVault':
      return 'bridge';
    case 'sentToAccount':
    case 'wrongContract':
    case 'wrongChain':
      return verdict.moved.length > 0 ? 'elsewhere' : 'unknown';
    case 'cancelled':
    case 'dropped':
      return 'sender';
    default:
      return 'unknown';
  }
}

function moneyOf(evidence: Evidence, verdict: Verdict, places: readonly MoneyPlace[]): MoneyPlace {
  const [first] = places;
  if (first === undefined) return moneyWithoutDeposit(evidence, verdict);
  return places.every((place) => place === first) ? first : 'unknown';
}

/** The confirmations of each transaction behind the verdict: the looked-up one, the deposits, and their payments. */
function confirmationsIn({ perChain, trace, deposits }: Evidence): readonly (number | null)[] {
  const looked = perChain.filter((one) => one.kind === 'mined');
  const replacing = trace.kind === 'replaced' || trace.kind === 'cancelled' ? [trace] : [];
  const paid = deposits.flatMap(({ payout, refund }) => [payout, refund]).filter((one) => one.kind === 'proven');
  return [...looked, ...replacing, ...deposits, ...paid].map(({ confirmations }) => confirmations);
}

/**
 * Whether the verdict can no longer change, so that pages stop looking. A reorg can undo what is not final, and a new answer
 * can change what is not verified.
 */
function isOver(evidence: Evidence, { verdicts, confidence }: Pick<Lookup, 'verdicts' | 'confidence'>): boolean {
  const isSettled = verdicts.every((verdict) => aboutVerdict(verdict).isFinal === true);
  if (!isSettled || confidence.kind !== 'verified') return false;
  const confirmations = confirmationsIn(evidence);
  return confirmations.length > 0 && confirmations.every(isFinal);
}

/** Decides from the evidence what happened, how certain that is, and where the money is. */
export function judge(evidence: Evidence, context: JudgingContext): Lookup {
  const deposits = evidence.deposits.map((one) => judgeDeposit(weighPayments(one), context));
  const common = { evidence, deposits, via: viaOf(evidence) };
  const disputed = evidence.deposits.flatMap((one) => [one, one.payout, one.refund]).find(contradicts)?.chain;
  if (disputed) {
    const confidence = { kind: 'partial', chainNames: [disputed.name], isServiceSilent: false } as const;
    const verdict = { kind: 'endpointsDisagree', chainName: disputed.name } as const;
    return { ...common, verdicts: [verdict], confidence, money: 'unknown', isOver: false };
  }
  const [first, ...others] = deposits.map(({ verdict }) => verdict);
  const verdict = first ?? judgeWithoutDeposit(evidence, context.registry.chains);
  const verdicts = [verdict, ...others] as const;
  const confidences = deposits.map((one) => one.confidence);
  const confidence = confidenceOf(evidence, verdict, confidences);
  const places = deposits.map(({ money }) => money);
  return {
    ...{ ...common, verdicts, confidence, money: moneyOf(evidence, verdict, places) },
    isOver: isOver(evidence, { verdicts, confidence }),
  };
}
