import { Link } from 'wouter';
import { transferWords } from '../i18n/transfer/transferWords.ts';
import { useWords } from '../i18n/useWords.ts';
import styles from './transfer.module.css';

/** The way to everything that the chains and the service say about a deposit. */
export function ReceiptLink({ hash }: { readonly hash: string }) {
  const { t } = useWords(transferWords);
  return (
    <Link className={styles.link} href={`/receipts/${hash}`}>
      {t('openReceipt')}
    </Link>
  );
}
