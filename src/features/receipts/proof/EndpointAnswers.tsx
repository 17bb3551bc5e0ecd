import { useQuery } from '@tanstack/react-query';
import type { Witness } from '#shared/proof/proofFile.ts';
import { Spinner } from '../../../ui/Spinner.tsx';
import { useIsOnline } from '../../../ui/useIsOnline.ts';
import { proofWords } from '../../../words/proof/proofWords.ts';
import { useWords } from '../../../words/useWords.ts';
import styles from './Proof.module.css';
import type { Proven } from './proofTexts.ts';
import { witnessTexts } from './proofTexts.ts';
import { useProofReads } from './useProofReads.ts';

/** What RPC endpoints say of both blocks: now, and when the file was made. */
export function EndpointAnswers({ proven }: { readonly proven: Proven }) {
  const { t, moment } = useWords(proofWords);
  const isOnline = useIsOnline();
  const { compareBlocks } = useProofReads();
  const { deposit, payout } = proven.statement;
  const asked = useQuery({
    queryKey: ['proofBlocks', deposit.blockHash, payout.blockHash],
    queryFn: () => compareBlocks([deposit, payout]),
    enabled: isOnline,
    gcTime: 0,
    structuralSharing: false,
  });
  return (
    <>
      <div className={styles.answers}>
        <h4>{t('askedNow')}</h4>
        {asked.data ? <Lines witnesses={asked.data} proven={proven} /> : null}
        {!asked.data && !isOnline ? <p className={styles.note}>{t('askedOffline')}</p> : null}
        {!asked.data && isOnline ? (
          <p className={styles.asking} role="status">
            <Spinner /> {t('asking')}
          </p>
        ) : null}
      </div>
      <div className={styles.answers}>
        <p className={styles.note}>{t('toldThen', { moment: moment(Date.parse(proven.madeAt)) })}</p>
        <Lines witnesses={proven.witnesses} proven={proven} />
      </div>
    </>
  );
}

function Lines({ witnesses, proven }: { readonly witnesses: readonly Witness[]; readonly proven: Proven }) {
  const words = useWords(proofWords);
  const { pins } = useProofReads();
  return (
    <ul className={styles.lines}>
      {witnessTexts(proven.statement, witnesses, { words, pins }).map(({ isGood, text }) => (
        <li key={text} className={isGood ? styles.good : styles.bad}>
          {text}
        </li>
      ))}
    </ul>
  );
}
