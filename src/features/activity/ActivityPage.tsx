import { Link } from 'wouter';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { activityWords } from '../../words/activity/activityWords.ts';
import { useWords } from '../../words/useWords.ts';
import styles from './ActivityPage.module.css';
import { TransferRow } from './TransferRow.tsx';
import { useSortedTransfers } from './useSortedTransfers.ts';

/** Lists the transfers of this browser, open ones first. */
export function ActivityPage() {
  const { t } = useWords(activityWords);
  const transfers = useSortedTransfers();
  return (
    <section className={styles.page}>
      <PageHeading title={t('title')} line={t('line')} />
      {transfers.length === 0 ? <NoTransfers /> : null}
      <ul className={styles.list}>
        {transfers.map((transfer) => (
          <li key={transfer.terms.id}>
            <TransferRow transfer={transfer} />
          </li>
        ))}
      </ul>
    </section>
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
