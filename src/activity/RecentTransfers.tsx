import { useId } from 'react';
import { Link } from 'wouter';
import { useTexts } from '../i18n/useTexts.ts';
import ui from '../ui/ui.module.css';
import styles from './activity.module.css';
import { TransferRow, useSortedTransfers } from './TransferRow.tsx';

const SHOWN = 3;

type Props = {
  /** The person opens one of the linked pages. */
  readonly onFollow?: (() => void) | undefined;
};

/** The first transfers of the list, beside the form. */
export function RecentTransfers({ onFollow }: Props) {
  const { t } = useTexts('app');
  const transfers = useSortedTransfers();
  const titleId = useId();
  if (transfers.length === 0) return null;
  return (
    <section className={`${ui.card} ${styles.recent}`} aria-labelledby={titleId}>
      <header className={ui.spread}>
        <h2 id={titleId}>{t('recentTransfers')}</h2>
        {transfers.length > SHOWN ? (
          <Link href="/activity" onClick={onFollow}>
            {t('allTransfers')}
          </Link>
        ) : null}
      </header>
      <ul>
        {transfers.slice(0, SHOWN).map((transfer) => (
          <li key={transfer.terms.id}>
            <TransferRow {...{ transfer, onFollow }} />
          </li>
        ))}
      </ul>
    </section>
  );
}
