import { Link } from 'wouter';
import { activityWords } from '../i18n/activity/activityWords.ts';
import { useWords } from '../i18n/useWords.ts';
import ui from '../ui/ui.module.css';
import styles from './activity.module.css';
import { TransferRow, useSortedTransfers } from './TransferRow.tsx';

const SHOWN = 3;

/** The first transfers of the list, for the column beside the form. */
export function RecentTransfers() {
  const { t } = useWords(activityWords);
  const transfers = useSortedTransfers();
  if (transfers.length === 0) return null;
  return (
    <section className={`${ui.card} ${styles.recent}`} aria-labelledby="recentTitle">
      <header className={ui.spread}>
        <h2 id="recentTitle">{t('recent')}</h2>
        {transfers.length > SHOWN ? <Link href="/activity">{t('all')}</Link> : null}
      </header>
      <ul>
        {transfers.slice(0, SHOWN).map((transfer) => (
          <li key={transfer.terms.id}>
            <TransferRow transfer={transfer} />
          </li>
        ))}
      </ul>
    </section>
  );
}
