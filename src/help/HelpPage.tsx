// The help page leads to the installation's support. `ReportPanel` looks the transfer up as the receipts desk does, and
// `model/report` writes what it found without addresses. The person copies or saves the report; nothing is sent.

import type { Hash } from 'viem';
import { Link } from 'wouter';
import { supportLinkFor, supportTarget } from '#shared/config/supportLink.ts';
import { parseHash } from '#shared/hash.ts';
import { useAppServices, useTransfer } from '../app/services.ts';
import { useTexts } from '../i18n/useTexts.ts';
import { depositHash } from '../transfer/model/transfer.ts';
import { receiptPath } from '../transfer/verdict/journey.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { HashLink } from '../ui/HashLink.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import ui from '../ui/ui.module.css';
import { HowItWorks } from './HowItWorks.tsx';
import styles from './help.module.css';
import { ReportPanel } from './ReportPanel.tsx';

/** The id of one of this browser's transfers, or a deposit hash; null for help without a transfer. */
type Props = { readonly of: string | null };

/** How to reach support, what to send it, and what it never asks for. */
export function HelpPage({ of }: Props) {
  const { t } = useTexts('app');
  const stored = useTransfer(of ?? '') ?? null;
  const hash = stored ? depositHash(stored) : parseHash(of ?? '');
  return (
    <section className={styles.page}>
      <PageHeading title={t('getHelp')} line={t(hash === null ? 'helpLineWithoutHash' : 'helpLine')} />
      <SupportPanel hash={hash} />
      {hash === null ? <HowItWorks /> : null}
      <NeverAsked />
      {stored !== null || hash !== null ? <ReportPanel hash={hash} stored={stored} /> : null}
    </section>
  );
}

/** The installation's support links, with the hash filled in. */
function SupportPanel({ hash }: { readonly hash: Hash | null }) {
  const { t } = useTexts('app');
  const { supportUrl, name } = useAppServices().config.brand;
  return (
    <div className={`${ui.card} ${ui.compact}`}>
      {hash === null ? null : (
        <>
          <p className={`${ui.spread} ${styles.line}`}>
            <span>{t('helpDepositHash')}</span> <HashLink hash={hash} href={null} />
          </p>
          <p className={`${ui.spread} ${styles.line}`}>
            <span>{t('yourLookup')}</span>
            <span className={ui.row}>
              <Link className={ui.link} href={receiptPath(hash, null)}>
                {t('openLookup')}
              </Link>
              <CopyButton text={`${window.location.origin}${receiptPath(hash, null)}`} label={t('copyLookup')} />
            </span>
          </p>
        </>
      )}
      {supportUrl === undefined ? (
        <p className={ui.note}>{t('noSupport')}</p>
      ) : (
        <>
          <a className={styles.ask} href={supportLinkFor(supportUrl, hash)} target="_blank" rel="noreferrer">
            {t('ask', { name })}
          </a>
          <p className={ui.note}>
            {t(hash === null ? 'opens' : 'opensWithHash', { target: supportTarget(supportUrl) })}
          </p>
        </>
      )}
    </div>
  );
}

const NEVER_ASKED = ['neverPhrase', 'neverRemote', 'neverPayment'] as const;

function NeverAsked() {
  const { t } = useTexts('app');
  return (
    <div className={`${ui.card} ${ui.compact} ${styles.never}`}>
      <h2>{t('supportNever')}</h2>
      <ul>
        {NEVER_ASKED.map((key) => (
          <li key={key}>{t(key)}</li>
        ))}
      </ul>
      <p className={ui.note}>{t('neverText')}</p>
    </div>
  );
}
