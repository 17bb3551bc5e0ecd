import { useTexts } from '../i18n/useTexts.ts';
import { CopyButton } from './CopyButton.tsx';
import styles from './values.module.css';

type Props = { readonly hash: string; readonly href: string | null };

export function HashLink({ hash, href }: Props) {
  const { t } = useTexts('app');
  const short = `${hash.slice(0, 10)}…${hash.slice(-8)}`;
  return (
    <span className={styles.hash}>
      {href ? (
        <a href={href} target="_blank" rel="noreferrer" title={hash}>
          {short}
        </a>
      ) : (
        <span title={hash}>{short}</span>
      )}
      <CopyButton text={hash} label={t('copyHash')} />
    </span>
  );
}
