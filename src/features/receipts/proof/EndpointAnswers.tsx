import type { Witness } from '#shared/proof/proofFile.ts';
import { Spinner } from '../../../ui/Spinner.tsx';
import { useIsOnline } from '../../../ui/useIsOnline.ts';
import { proofWords } from '../../../words/proof/proofWords.ts';
import { useWords } from '../../../words/useWords.ts';
import styles from './Proof.module.css';
import type { Proven } from './proofTexts.ts';
import { witnessTexts } from './proofTexts.ts';
import { useProofReads } from './useProofReads.ts';

type Props = {
  readonly proven: Proven;
  /** What the endpoints answered now. Null before they have answered. */
  readonly answers: readonly Witness[] | null;
};

/** What RPC endpoints say of both blocks: now, and when the file was made. */
export function EndpointAnswers({ proven, answers }: Props) {
  const { t, moment } = useWords(proofWords);
  const isOnline = useIsOnline();
  return (
    <>
      <div className={styles.answers}>
        <h4>{t('askedNow')}</h4>
        {answers ? <Lines witnesses={answers} proven={proven} goodStyle={styles.good} /> : null}
        {!answers && !isOnline ? <p className={styles.note}>{t('askedOffline')}</p> : null}
        {!answers && isOnline ? (
          <p className={styles.asking} role="status">
            <Spinner /> {t('asking')}
          </p>
        ) : null}
      </div>
      <div className={styles.answers}>
        <p className={styles.note}>{t('toldThen', { moment: moment(Date.parse(proven.madeAt)) })}</p>
        {/* A forger writes these lines too, so none of them counts as good. */}
        <Lines witnesses={proven.witnesses} proven={proven} goodStyle={styles.told} />
      </div>
    </>
  );
}

type LinesProps = {
  readonly witnesses: readonly Witness[];
  readonly proven: Proven;
  readonly goodStyle: string | undefined;
};

function Lines({ witnesses, proven, goodStyle }: LinesProps) {
  const words = useWords(proofWords);
  const { pins } = useProofReads();
  return (
    <ul className={styles.lines}>
      {witnessTexts(proven.statement, witnesses, { words, pins }).map(({ isGood, text }) => (
        <li key={text} className={isGood ? goodStyle : styles.bad}>
          {text}
        </li>
      ))}
    </ul>
  );
}
