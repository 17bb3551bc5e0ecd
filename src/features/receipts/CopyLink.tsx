import { CopyButton } from '../../ui/CopyButton.tsx';
import styles from './ReceiptCard.module.css';

export function CopyLink() {
  return (
    <span className={styles.copy}>
      Copy link <CopyButton text={window.location.href} label="Copy link to this receipt" />
    </span>
  );
}
