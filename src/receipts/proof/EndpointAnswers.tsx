import { proofWords } from '../../i18n/proof/proofWords.ts';
import { useWords } from '../../i18n/useWords.ts';
import { Spinner } from '../../ui/Button.tsx';
import { useIsOnline } from '../../ui/useIsOnline.ts';
import type { BlockAnswers } from '../model/blockAnswers.ts';
import styles from './Proof.module.css';
import { answerTexts } from './proofTexts.ts';
import { useProofReads } from './useProofReads.ts';

/** What RPC endpoints say of both blocks now. Null before they have answered. */
export function EndpointAnswers({ answers }: { readonly answers: readonly BlockAnswers[] | null }) {
  const words = useWords(proofWords);
  const { pins } = useProofReads();
  const isOnline = useIsOnline();
  const { t } = words;
  if (!answers && !isOnline) return <p className={styles.note}>{t('askedOffline')}</p>;
  if (!answers) {
    return (
      <p className={styles.asking} role="status">
        <Spinner /> {t('asking')}
      </p>
    );
  }
  return (
    <ul className={styles.lines}>
      {answerTexts(answers, { words, pins }).map(({ isGood, text }) => (
        <li key={text} className={isGood ? undefined : styles.bad}>
          {text}
        </li>
      ))}
    </ul>
  );
}
