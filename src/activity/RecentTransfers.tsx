import { Link } from 'wouter';
import { useTexts } from '../i18n/useTexts.ts';
import ui from '../ui/ui.module.css';
import styles from './activity.module.css';
import { TransferRow, useSortedTransfers } from './TransferRow.tsx';

const SHOWN = 3;

/** The first transfers of the list, beside the form. */
export function RecentTransfers() {
  const { t } = useTexts('app');
  const transfers = useSortedTransfers();
  if (transfers.length === 0) return null;
  return (
    <section className={`${ui.card} ${styles.recent}`} aria-labelledby="recentTitle">
      <header className={ui.spread}>
        <h2 id="recentTitle">{t('recentTransfers')}</h2>
        {transfers.length > SHOWN ? <Link href="/activity">{t('allTransfers')}</Link> : null}
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
