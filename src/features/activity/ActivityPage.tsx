import { Link } from 'wouter';
import { useTransfers } from '../../context/appServices.ts';
import type { Transfer } from '../../domain/transfer.ts';
import { isOpen } from '../../domain/transfer.ts';
import { Disc } from '../../ui/Disc.tsx';
import { displayAmount } from '../../ui/displayAmount.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './ActivityPage.module.css';

const statusWords: Record<Transfer['status'], string> = {
  approving: 'Needs permission',
  readyToSign: 'Needs your signature',
  signing: 'In the wallet',
  sent: 'Depositing',
  deposited: 'Crossing',
  reported: 'Reported as paid',
  delivered: 'Delivered',
  refunded: 'Refunded',
  disputed: 'Not as promised',
  failed: 'Not delivered',
  abandoned: 'Ended, nothing sent',
};

/** The transfers of this browser, the open ones first. */
export function ActivityPage() {
  const transfers = Object.values(useTransfers()).sort(
    (a, b) => Number(isOpen(b)) - Number(isOpen(a)) || b.terms.createdAt - a.terms.createdAt,
  );
  return (
    <section className={styles.page}>
      <header className={styles.heading}>
        <h1>Activity</h1>
        <p>Transfers begun in this browser. They are kept here and nowhere else.</p>
      </header>
      {transfers.length === 0 ? <Nothing /> : null}
      <ul className={styles.list}>
        {transfers.map((transfer) => (
          <li key={transfer.terms.id}>
            <Row transfer={transfer} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ transfer }: { transfer: Transfer }) {
  const { terms, status } = transfer;
  return (
    <Link className={styles.row} href={`/transfers/${terms.id}`}>
      <Disc name={terms.tokenName} shape="token" />
      <span className={styles.words}>
        <span className={styles.amount}>
          {displayAmount({ amount: terms.send, decimals: terms.origin.decimals })} {terms.tokenName}
        </span>
        <span className={styles.route}>
          {terms.origin.chainName} <Icon name="arrow" size={14} /> {terms.destination.chainName}
        </span>
      </span>
      <span className={styles.end}>
        <span className={`${styles.status} ${isOpen(transfer) ? styles.open : ''} ${styles[status] ?? ''}`}>
          {statusWords[status]}
        </span>
        <time className={styles.time} dateTime={new Date(terms.createdAt).toISOString()}>
          {new Date(terms.createdAt).toLocaleString([], {
            month: 'short',
            day: 'numeric',
            hour: '2-digit',
            minute: '2-digit',
          })}
        </time>
      </span>
    </Link>
  );
}

function Nothing() {
  return (
    <div className={styles.nothing}>
      <p>No transfers yet.</p>
      <Link href="/">Make the first one</Link>
    </div>
  );
}
