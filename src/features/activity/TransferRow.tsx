import { Link } from 'wouter';
import type { Transfer } from '../../domain/transfer.ts';
import { isOpen } from '../../domain/transfer.ts';
import { Disc } from '../../ui/Disc.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { activityWords } from '../../words/activity/activityWords.ts';
import { useWords } from '../../words/useWords.ts';
import styles from './TransferRow.module.css';

/** One line about a transfer, which links to its page. */
export function TransferRow({ transfer }: { transfer: Transfer }) {
  const { t, sum, moment } = useWords(activityWords);
  const { terms, status } = transfer;
  return (
    <Link className={styles.row} href={`/transfers/${terms.id}`}>
      <Disc name={terms.tokenName} shape="token" />
      <span className={styles.text}>
        <span className={styles.amount}>
          {sum({ amount: terms.send, decimals: terms.origin.decimals }, terms.tokenName)}
        </span>
        <span className={styles.route}>
          {terms.origin.chainName} <Icon name="arrow" size={14} /> {terms.destination.chainName}
        </span>
      </span>
      <span className={styles.end}>
        <span className={`${styles.status} ${isOpen(transfer) ? styles.open : ''} ${styles[status] ?? ''}`}>
          {t(`status_${status}`)}
        </span>
        <time className={styles.time} dateTime={new Date(terms.createdAt).toISOString()}>
          {moment(terms.createdAt)}
        </time>
      </span>
    </Link>
  );
}
