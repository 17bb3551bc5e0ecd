import type { Hash } from 'viem';
import { supportLinkFor, supportTarget } from '../../config/supportLink.ts';
import { useAppServices } from '../../context/appServices.ts';
import { HashLink } from '../../ui/HashLink.tsx';
import { helpWords } from '../../words/help/helpWords.ts';
import { useWords } from '../../words/useWords.ts';
import styles from './HelpPage.module.css';

/** The support of the installation, with the hash filled in. */
export function SupportPanel({ hash }: { readonly hash: Hash | null }) {
  const { t } = useWords(helpWords);
  const { supportUrl, name } = useAppServices().config.brand;
  return (
    <div className={styles.panel}>
      {hash === null ? null : (
        <p className={styles.hash}>
          <span>{t('depositHash')}</span> <HashLink hash={hash} href={null} />
        </p>
      )}
      {supportUrl === undefined ? (
        <p className={styles.note}>{t('noSupport')}</p>
      ) : (
        <>
          <a className={styles.ask} href={supportLinkFor(supportUrl, hash)} target="_blank" rel="noreferrer">
            {t('ask', { name })}
          </a>
          <p className={styles.note}>
            {t(hash === null ? 'opens' : 'opensWithHash', { target: supportTarget(supportUrl) })}
          </p>
        </>
      )}
    </div>
  );
}
