import type { ProvenDelivery } from '#shared/proof/verifyProof.ts';
import { proofWords } from '../../i18n/proof/proofWords.ts';
import { useWords } from '../../i18n/useWords.ts';
import { useExplorer } from '../../transfer/useExplorer.ts';
import { DetailRow } from '../../ui/DetailRow.tsx';
import { FullAddress } from '../../ui/FullAddress.tsx';
import { HashLink } from '../../ui/HashLink.tsx';
import type { IconName } from '../../ui/Icon.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { agreementOf } from '../model/blockAnswers.ts';
import { EndpointAnswers } from './EndpointAnswers.tsx';
import styles from './Proof.module.css';
import { chainNameOf, deliveryTexts, headlineOf, trustTexts } from './proofTexts.ts';
import { useBlockAnswers, useProofReads } from './useProofReads.ts';

const tones = { notCompared: 'info', agreed: 'good', differs: 'danger', unconfirmed: 'danger' } as const;

/** What a consistent proof shows, and what its reader still has to trust. */
export function ProofResult({ delivery }: { readonly delivery: ProvenDelivery }) {
  const words = useWords(proofWords);
  const { pins } = useProofReads();
  const explorer = useExplorer();
  const { t } = words;
  const { deposit, payout } = delivery;
  const sources = { words, pins };
  const answers = useBlockAnswers(delivery);
  const agreement = agreementOf(answers);
  const hasAgreed = agreement === 'agreed';
  const { title, lines } = headlineOf(delivery, agreement, sources);
  return (
    <>
      {/* A screen reader announces an alert that appears, and none that a status becomes. */}
      <Notice key={agreement} tone={tones[agreement]} title={title}>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <FullAddress address={delivery.recipient} />
      </Notice>
      <section className={styles.part}>
        <h3>{t(hasAgreed ? 'whatIsProven' : 'whatItStates')}</h3>
        <TextList icon={hasAgreed ? 'check' : 'info'} texts={deliveryTexts(delivery, sources)} />
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
        <TextList icon="question" texts={trustTexts(delivery, sources)} />
        <dl className={styles.rows}>
          {[deposit, payout].map(({ chainId, blockHash }) => (
            <DetailRow key={chainId} label={t('blockOf', { chain: chainNameOf(chainId, sources) })}>
              <HashLink hash={blockHash} href={null} />
            </DetailRow>
          ))}
        </dl>
        <div className={styles.answers}>
          <h4>{t('askedNow')}</h4>
          <EndpointAnswers answers={answers} />
        </div>
      </section>
    </>
  );
}

function TextList({ icon, texts }: { readonly icon: IconName; readonly texts: readonly string[] }) {
  return (
    <ul className={styles.list}>
      {texts.map((text) => (
        <li key={text}>
          <Icon name={icon} size={16} />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
