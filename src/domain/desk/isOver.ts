import { isFinal } from '../finality.ts';
import type { CaseVerdict, Confidence } from './caseVerdict.ts';
import type { Evidence } from './evidence.ts';

const SETTLED: ReadonlySet<CaseVerdict['kind']> = new Set<CaseVerdict['kind']>([
  ...(['delivered', 'deliveredOtherAmount', 'refunded', 'outOfRangeRefunded'] as const),
  ...(['reverted', 'outOfGas', 'noDeposit', 'sentToVault', 'wrongContract', 'wrongChain', 'cancelled'] as const),
]);

/** Whether only a reorg could change the verdict. */
function isSettled(verdict: CaseVerdict): boolean {
  if (SETTLED.has(verdict.kind)) return true;
  return 'fates' in verdict && verdict.fates.length > 0 && verdict.fates.every(isSettled);
}

/** The confirmations of each transaction that the verdict rests on: the looked up one, the deposits, and their payments. */
function confirmationsIn({ sights, trace, deposits }: Evidence): readonly (number | null)[] {
  const looked = sights.filter((sight) => sight.kind === 'mined');
  const replacing = trace.kind === 'replaced' || trace.kind === 'cancelled' ? [trace] : [];
  const paid = deposits.flatMap(({ payout, refund }) => [payout, refund]).filter((one) => one.kind === 'proven');
  return [...looked, ...replacing, ...deposits, ...paid].map(({ confirmations }) => confirmations);
}

type Judged = { readonly verdict: CaseVerdict; readonly confidence: Confidence };

/**
 * Whether nothing can change the verdict any more, so that no page looks again. A reorg undoes what is not final, and
 * another answer of a source can change what is not verified.
 */
export function isOver(evidence: Evidence, { verdict, confidence }: Judged): boolean {
  if (!isSettled(verdict) || confidence.kind !== 'verified') return false;
  const confirmations = confirmationsIn(evidence);
  return confirmations.length > 0 && confirmations.every(isFinal);
}
