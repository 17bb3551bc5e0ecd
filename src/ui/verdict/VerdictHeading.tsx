import type { Verdict } from '../../domain/verdict/verdict.ts';
import { statusWords } from '../../words/status/statusWords.ts';
import { useWords } from '../../words/useWords.ts';
import { verdictWords } from '../../words/verdict/verdictWords.ts';
import { PageHeading } from '../PageHeading.tsx';
import styles from './VerdictHeading.module.css';
import type { Places } from './verdictText.ts';
import { verdictText } from './verdictText.ts';

type Props = {
  readonly verdict: Verdict;
  readonly places: Places;
  readonly titleId: string;
  readonly tabTitle: string;
};

/** The headline of a transfer's page: what happened, where the tokens are, and what to do. Changes are read aloud. */
export function VerdictHeading({ verdict, places, titleId, tabTitle }: Props) {
  const words = { verdict: useWords(verdictWords), status: useWords(statusWords) };
  const { title, lines, todo } = verdictText(verdict, places, words);
  return (
    <div className={styles.heading}>
      <PageHeading title={title} line={lines.join(' ')} titleId={titleId} tabTitle={tabTitle} isLive />
      <p>{todo}</p>
    </div>
  );
}
