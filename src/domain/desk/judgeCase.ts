import type { CaseVerdict, Confidence, FateVerdict, MoneyPlace } from './caseVerdict.ts';
import { confidenceOf, fateConfidence } from './confidenceOf.ts';
import type { DepositEvidence, Evidence } from './evidence.ts';
import type { Moment } from './fateOf.ts';
import { fateOf } from './fateOf.ts';
import { contradicts, judgeHash } from './judgeHash.ts';
import { moneyOf, moneyOfFate } from './moneyPlace.ts';
import { weighPayments } from './weighPayments.ts';

export type Judgement<V extends CaseVerdict> = {
  readonly verdict: V;
  readonly confidence: Confidence;
  readonly money: MoneyPlace;
};

/** Decides about one deposit. */
function judgeDeposit(one: DepositEvidence, moment: Moment): Judgement<FateVerdict> {
  const verdict = fateOf(one, moment);
  return { verdict, confidence: fateConfidence(one, verdict), money: moneyOfFate(one, verdict) };
}

function joinFates({ trace, deposits }: Evidence, fates: readonly FateVerdict[]): CaseVerdict {
  const [first] = fates;
  switch (trace.kind) {
    case 'payment': {
      const areRefunds = deposits.every(({ chain }) => chain.id === trace.chain.id);
      return { kind: areRefunds ? 'refundPasted' : 'payoutPasted', fates };
    }
    case 'safe':
      return { kind: 'safeHash', transaction: trace.transaction, fates };
    case 'replaced':
      return { kind: 'replaced', chainName: trace.chain.name, by: trace.by, fates };
    default:
      return first && fates.length === 1 ? first : { kind: 'severalDeposits', fates };
  }
}

function verdictOn(evidence: Evidence, fates: readonly FateVerdict[]): CaseVerdict {
  const answered = evidence.deposits.flatMap((one) => [one, one.payout, one.refund]);
  const disputed = answered.find(contradicts)?.chain;
  if (disputed) return { kind: 'endpointsDisagree', chainName: disputed.name };
  return fates.length > 0 ? joinFates(evidence, fates) : judgeHash(evidence);
}

/**
 * Decides the one verdict on a hash from everything read about it, how well it is founded, and where the money is.
 */
export function judgeCase(
  evidence: Evidence,
  moment: Moment,
): Judgement<CaseVerdict> & { readonly fates: readonly Judgement<FateVerdict>[] } {
  const fates = evidence.deposits.map((one) => judgeDeposit(weighPayments(one), moment));
  const verdicts = fates.map((fate) => fate.verdict);
  const confidences = fates.map(({ confidence }) => confidence);
  const places = fates.map(({ money }) => money);
  const verdict = verdictOn(evidence, verdicts);
  if (verdict.kind === 'endpointsDisagree') {
    const confidence = { kind: 'partial', chainNames: [verdict.chainName], isServiceSilent: false } as const;
    return { verdict, confidence, money: 'unknown', fates };
  }
  return {
    verdict,
    confidence: confidenceOf(evidence, verdict, confidences),
    money: moneyOf(evidence, verdict, places),
    fates,
  };
}
