import { useEffect } from 'react';
import { useAppServices } from '../app/services.ts';
import { useTexts } from '../i18n/useTexts.ts';
import { AddressText } from '../ui/AddressText.tsx';
import { Causeway } from '../ui/Causeway.tsx';
import { DetailRow } from '../ui/DetailRow.tsx';
import ui from '../ui/ui.module.css';
import styles from './help.module.css';
import { CONTRACTS, InstallationLinks, showContracts } from './InstallationLinks.tsx';

const BUILT = { built: 6, isMoving: false, isBroken: false };
const SENTENCES = ['howDeposit', 'howPayout', 'howProof'] as const;

/** How a transfer works, who runs the bridge, where its contracts are, and the operator's own pages. */
export function HowItWorks() {
  const { t } = useTexts('app');
  const { brand, chains } = useAppServices().config;
  useEffect(() => {
    if (window.location.hash === `#${CONTRACTS}`) showContracts();
  }, []);
  return (
    <section className={`${ui.card} ${ui.compact}`} aria-labelledby="howTitle">
      <h2 id="howTitle">{t('howTitle')}</h2>
      <div className={styles.picture}>
        <Causeway state={BUILT} />
      </div>
      <ol className={styles.how}>
        {SENTENCES.map((key) => (
          <li key={key}>{t(key)}</li>
        ))}
      </ol>
      <dl id={CONTRACTS} className={ui.stack}>
        {brand.operator === undefined ? null : <DetailRow label={t('operator')}>{brand.operator}</DetailRow>}
        {chains.map(({ id, name, depositContract, vault, explorerUrl }) => (
          <DetailRow key={id} label={t('contractsOn', { chain: name })}>
            <Contract label={t('depositContract')} address={depositContract} explorerUrl={explorerUrl} />
            <Contract label={t('vault')} address={vault} explorerUrl={explorerUrl} />
          </DetailRow>
        ))}
      </dl>
      <ul className={styles.links}>
        <InstallationLinks />
      </ul>
    </section>
  );
}

type ContractProps = {
  readonly label: string;
  readonly address: string;
  readonly explorerUrl: string | undefined;
};

function Contract({ label, address, explorerUrl }: ContractProps) {
  const text = <AddressText address={address} />;
  return (
    <p>
      {label}{' '}
      {explorerUrl === undefined ? (
        text
      ) : (
        <a
          className={ui.link}
          href={`${explorerUrl.replace(/\/$/, '')}/address/${address}`}
          target="_blank"
          rel="noreferrer"
        >
          {text}
        </a>
      )}
    </p>
  );
}
