import type { Transfer } from '../../domain/transfer.ts';
import { stepsOf } from '../../domain/transferSteps.ts';
import type { Verdict, VerdictKind } from '../../domain/verdict/verdict.ts';
import { useWords } from '../../words/useWords.ts';
import { verdictWords } from '../../words/verdict/verdictWords.ts';
import { watchWords } from '../../words/watch/watchWords.ts';

/** While nothing is wrong, the tab counts the steps. */
const COUNTED: ReadonlySet<VerdictKind> = new Set<VerdictKind>([
  ...(['inWallet', 'depositPending', 'inProgress', 'verifyingPayout'] as const),
]);

/** "2 of 4 · 250 USDC to Base" on the way, then "Delivered · 250 USDC to Base". */
export function useTabTitle(transfer: Transfer, verdict: Verdict): string {
  const words = useWords(watchWords);
  const { t } = useWords(verdictWords);
  const { terms } = transfer;
  const what = {
    sum: words.sum({ amount: terms.send, decimals: terms.origin.decimals }, terms.tokenName),
    chain: terms.destination.chainName,
  };
  const steps = stepsOf(transfer);
  const step = steps.findIndex(({ status }) => status === 'active') + 1;
  return COUNTED.has(verdict.kind) && step > 0
    ? words.t('tab_step', { step: `${step}`, total: `${steps.length}`, ...what })
    : words.t('tab_state', { state: t(`title_${verdict.kind}`), ...what });
}
