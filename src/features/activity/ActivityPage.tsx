import { Link } from 'wouter';
import { useTransfers } from '../../context/appServices.ts';
import type { Transfer } from '../../domain/transfer.ts';
import { isOpen } from '../../domain/transfer.ts';
import { Disc } from '../../ui/Disc.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { activityWords } from '../../words/activity/activityWords.ts';
import { useWords } from '../../words/useWords.ts';
import styles from './ActivityPage.module.css';

/** Lists the transfers of this browser, open ones first. */
export function ActivityPage() {
  const { t } = useWords(activityWords);
  const transfers = Object.values(useTransfers()).sort(
    (a, b) => Number(isOpen(b)) - Number(isOpen(a)) || b.terms.createdAt - a.terms.createdAt,
  );
  return (
    <section className={styles.page}>
      <PageHeading title={t('title')} line={t('line')} />
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

function NoTransfers() {
  const { t } = useWords(activityWords);
  return (
    <div className={styles.nothing}>
      <p>{t('none')}</p>
      <Link href="/">{t('start')}</Link>
    </div>
  );
}
