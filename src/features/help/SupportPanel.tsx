import type { Hash } from 'viem';
import { Link } from 'wouter';
import { supportLinkFor, supportTarget } from '../../config/supportLink.ts';
import { useAppServices } from '../../context/appServices.ts';
import { receiptPath } from '../../domain/verdict/receiptPath.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { HashLink } from '../../ui/HashLink.tsx';
import ui from '../../ui/ui.module.css';
import { helpWords } from '../../words/help/helpWords.ts';
import { useWords } from '../../words/useWords.ts';
import styles from './help.module.css';

/** The support of the installation, with the hash filled in. */
export function SupportPanel({ hash }: { readonly hash: Hash | null }) {
  const { t } = useWords(helpWords);
  const { supportUrl, name } = useAppServices().config.brand;
  return (
    <div className={`${ui.card} ${ui.compact}`}>
      {hash === null ? null : (
        <>
          <p className={`${ui.spread} ${styles.line}`}>
            <span>{t('depositHash')}</span> <HashLink hash={hash} href={null} />
          </p>
          <p className={`${ui.spread} ${styles.line}`}>
            <span>{t('case')}</span>
            <span className={ui.row}>
              <Link className={ui.link} href={receiptPath(hash, null)}>
                {t('openCase')}
              </Link>
              <CopyButton text={`${window.location.origin}${receiptPath(hash, null)}`} label={t('copyCase')} />
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
