import type { Transfer } from '../../domain/transfer.ts';
import { namedAmount } from '../../domain/verdict/namedAmount.ts';
import type { TransferVerdict, VerdictKind } from '../../domain/verdict/verdict.ts';
import type { StepNow } from '../../ui/steps/stepNow.ts';
import { useWords } from '../../words/useWords.ts';
import { verdictWords } from '../../words/verdict/verdictWords.ts';
import { watchWords } from '../../words/watch/watchWords.ts';

/** While nothing is wrong, the tab counts the steps. */
const COUNTED: ReadonlySet<VerdictKind> = new Set<VerdictKind>([
  ...(['inWallet', 'pending', 'inProgress', 'verifyingPayout'] as const),
]);

/** "2 of 4 · 250 USDC to Base" on the way, then "Delivered · 249.5 USDC to Base". */
export function useTabTitle({ terms }: Transfer, verdict: TransferVerdict, step: StepNow | null): string {
  const words = useWords(watchWords);
  const { t } = useWords(verdictWords);
  const { amount, chainName } = namedAmount(verdict, terms);
  const what = { sum: words.sum(amount, terms.tokenName), chain: chainName };
  return step && COUNTED.has(verdict.kind)
    ? words.t('tab_step', { step: `${step.number}`, total: `${step.total}`, ...what })
    : words.t('tab_state', { state: t(`title_${verdict.kind}`), ...what });
}
