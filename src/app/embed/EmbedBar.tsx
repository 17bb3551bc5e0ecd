import { Link } from 'wouter';
import { AccountButton } from '../../account/AccountButton.tsx';
import { useTexts } from '../../i18n/useTexts.ts';
import styles from '../afterPaint.module.css';

/** The part of the header that is needed inside another site: the pages and the account. */
export function EmbedBar({ onOpen }: { readonly onOpen: () => void }) {
  const { t } = useTexts('form');
  return (
    <div className={styles.embedBar}>
      <nav className={styles.embedPages} aria-label={t('navLabel')}>
        <Link href="/">{t('navBridge')}</Link>
        <Link href="/activity">{t('navActivity')}</Link>
      </nav>
      <AccountButton onOpen={onOpen} />
    </div>
  );
}
