import { CopyButton } from '../../ui/CopyButton.tsx';
import { receiptsWords } from '../../words/receipts/receiptsWords.ts';
import { useWords } from '../../words/useWords.ts';
import styles from './ReceiptCard.module.css';

export function CopyLink() {
  const { t } = useWords(receiptsWords);
  return (
    <span className={styles.copy}>
      {t('copyLink')} <CopyButton text={window.location.href} label={t('copyLinkLabel')} />
    </span>
  );
}
