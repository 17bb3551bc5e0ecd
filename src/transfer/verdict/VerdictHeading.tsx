import { statusWords } from '../../i18n/status/statusWords.ts';
import { useWords } from '../../i18n/useWords.ts';
import { verdictWords } from '../../i18n/verdict/verdictWords.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import type { StepNow } from './StepList.tsx';
import styles from './VerdictHeading.module.css';
import type { TransferVerdict } from './verdict.ts';
import type { Places } from './verdictText.ts';
import { verdictText } from './verdictText.ts';

type Props = {
  readonly verdict: TransferVerdict;
  readonly places: Places;
  readonly titleId: string;
  readonly tabTitle: string;
  readonly step: StepNow | null;
};

/**
 * The headline of a transfer's page: what happened, where the tokens are, and what to do. A screen reader reads all of it aloud
 * when a part of it changes, with the step under way. The running time and the confirmations stay outside: they change each
 * second.
 */
export function VerdictHeading({ verdict, places, titleId, tabTitle, step }: Props) {
  const words = { verdict: useWords(verdictWords), status: useWords(statusWords) };
  const { title, lines, todo } = verdictText(verdict, places, words);
  return (
    <div className={styles.heading} aria-live="polite" aria-atomic="true">
      <PageHeading title={title} line={lines.join(' ')} titleId={titleId} tabTitle={tabTitle} />
      {step ? (
        <p className="visuallyHidden">
          {words.verdict.t('stepNow', { step: `${step.number}`, total: `${step.total}`, name: step.label })}
        </p>
      ) : null}
      <p>{todo}</p>
    </div>
  );
}
