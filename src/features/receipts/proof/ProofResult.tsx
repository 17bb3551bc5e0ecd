import { useExplorer } from '../../../context/useExplorer.ts';
import { DetailRow } from '../../../ui/DetailRow.tsx';
import { HashLink } from '../../../ui/HashLink.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { proofWords } from '../../../words/proof/proofWords.ts';
import { useWords } from '../../../words/useWords.ts';
import { agreementOf } from './agreementOf.ts';
import { EndpointAnswers } from './EndpointAnswers.tsx';
import styles from './Proof.module.css';
import { ProofHeadline } from './ProofHeadline.tsx';
import type { Proven } from './proofTexts.ts';
import { chainNameOf, provenTexts, shortAddress, trustTexts } from './proofTexts.ts';
import { useComparedBlocks } from './useComparedBlocks.ts';
import { useProofReads } from './useProofReads.ts';

/** What a consistent proof shows, and what its reader still has to trust. */
export function ProofResult({ proven }: { readonly proven: Proven }) {
  const words = useWords(proofWords);
  const { pins } = useProofReads();
  const explorer = useExplorer();
  const { t } = words;
  const { deposit, payout } = proven.statement;
  const sources = { words, pins, address: shortAddress };
  const nameOf = (chainId: number) => chainNameOf(chainId, sources);
  const answers = useComparedBlocks(proven.statement);
  const agreement = agreementOf([deposit, payout], answers);
  const hasAgreed = agreement === 'agreed';
  return (
    <>
      <ProofHeadline proven={proven} agreement={agreement} />
      <section className={styles.part}>
        <h3>{t(hasAgreed ? 'whatIsProven' : 'whatItStates')}</h3>
        <ul className={styles.list}>
          {provenTexts(proven, sources).map((text) => (
            <li key={text}>
              <Icon name={hasAgreed ? 'check' : 'info'} size={16} />
              <span>{text}</span>
            </li>
          ))}
        </ul>
        <dl className={styles.rows}>
          <DetailRow label={t('depositHash')}>
            <HashLink hash={deposit.transactionHash} href={explorer(deposit.chainId, deposit.transactionHash)} />
          </DetailRow>
          <DetailRow label={t('payoutHash')}>
            <HashLink hash={payout.transactionHash} href={explorer(payout.chainId, payout.transactionHash)} />
          </DetailRow>
        </dl>
      </section>
      <section className={styles.part}>
        <h3>{t('whatToTrust')}</h3>
        <ul className={styles.list}>
          {trustTexts(proven, sources).map((text) => (
            <li key={text}>
              <Icon name="question" size={16} />
              <span>{text}</span>
            </li>
          ))}
        </ul>
        <dl className={styles.rows}>
          {[deposit, payout].map(({ chainId, blockHash }) => (
            <DetailRow key={blockHash} label={t('blockOf', { chain: nameOf(chainId) })}>
              <HashLink hash={blockHash} href={null} />
            </DetailRow>
          ))}
        </dl>
        <EndpointAnswers proven={proven} answers={answers} />
      </section>
    </>
  );
}
