import { Link } from 'wouter';
import { useTransfers } from '../../context/appServices.ts';
import type { Transfer } from '../../domain/transfer.ts';
import { isOpen } from '../../domain/transfer.ts';
import { Disc } from '../../ui/Disc.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { displayAmount } from '../../words/displayAmount.ts';
import styles from './ActivityPage.module.css';

const statusLabels: Record<Transfer['status'], string> = {
  approving: 'Needs approval',
  readyToSign: 'Needs your signature',
  signing: 'In your wallet',
  sent: 'Deposit pending',
  deposited: 'In progress',
  reported: 'Verifying payout',
  delivered: 'Delivered',
  refunded: 'Refunded',
  disputed: 'Payout differs',
  failed: 'Not delivered',
  abandoned: 'Ended',
};

/** Lists the transfers of this browser, open ones first. */
export function ActivityPage() {
  const transfers = Object.values(useTransfers()).sort(
    (a, b) => Number(isOpen(b)) - Number(isOpen(a)) || b.terms.createdAt - a.terms.createdAt,
  );
  return (
    <section className={styles.page}>
      <PageHeading title="Activity" line="Transfers that you started in this browser. Only this browser stores them." />
      {transfers.length === 0 ? <NoTransfers /> : null}
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
      <span className={styles.text}>
        <span className={styles.amount}>
          {displayAmount({ amount: terms.send, decimals: terms.origin.decimals })} {terms.tokenName}
        </span>
        <span className={styles.route}>
          {terms.origin.chainName} <Icon name="arrow" size={14} /> {terms.destination.chainName}
        </span>
      </span>
      <span className={styles.end}>
        <span className={`${styles.status} ${isOpen(transfer) ? styles.open : ''} ${styles[status] ?? ''}`}>
          {statusLabels[status]}
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

function NoTransfers() {
  return (
    <div className={styles.nothing}>
      <p>No transfers yet.</p>
      <Link href="/">Start a transfer</Link>
    </div>
  );
}
