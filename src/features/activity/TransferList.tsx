import { useState } from 'react';
import { Link } from 'wouter';
import { useNow } from '../../context/useNow.ts';
import { filterTransfers, NO_FILTER } from '../../domain/history/filterTransfers.ts';
import { groupOf } from '../../domain/history/transferGroup.ts';
import type { Transfer } from '../../domain/transfer.ts';
import { Button } from '../../ui/Button.tsx';
import { Causeway } from '../../ui/causeway/Causeway.tsx';
import { Icon } from '../../ui/Icon.tsx';
import ui from '../../ui/ui.module.css';
import { activityWords } from '../../words/activity/activityWords.ts';
import { historyWords } from '../../words/history/historyWords.ts';
import { useWords } from '../../words/useWords.ts';
import styles from './activity.module.css';
import { HistoryFilterBar } from './HistoryFilterBar.tsx';
import { HistoryTools } from './HistoryTools.tsx';
import { TransferRow } from './TransferRow.tsx';
import { useSortedTransfers } from './useSortedTransfers.ts';

const MINUTE = 60_000;
/** A thousand rows at once would delay every keypress in the search field. */
const ROWS_AT_ONCE = 50;

/** The transfers of this browser, with a filter. */
export function TransferList() {
  const transfers = useSortedTransfers();
  const [filter, setFilter] = useState(NO_FILTER);
  const nowMs = useNow(MINUTE);
  const matching = filterTransfers(transfers, filter, nowMs);
  return (
    <>
      {/* Always at the same place: its dialog stays open while the first transfer arrives. */}
      <HistoryTools transfers={matching} />
      {transfers.length === 0 ? (
        <NoTransfers />
      ) : (
        <>
          <HistoryFilterBar filter={filter} onChange={setFilter} />
          <Rows key={JSON.stringify(filter)} transfers={matching} nowMs={nowMs} onClear={() => setFilter(NO_FILTER)} />
        </>
      )}
    </>
  );
}

type RowsProps = { readonly transfers: readonly Transfer[]; readonly nowMs: number; readonly onClear: () => void };

/** The matching transfers. A new filter starts with the first rows again: the list gives it a new key. */
function Rows({ transfers, nowMs, onClear }: RowsProps) {
  const { t } = useWords(historyWords);
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const rest = transfers.length - shown;
  if (transfers.length === 0) {
    return (
      <div className={`${ui.card} ${styles.nothing}`} role="status">
        <p>{t('noMatches')}</p>
        <Button kind="quiet" onClick={onClear}>
          {t('clearFilter')}
        </Button>
      </div>
    );
  }
  return (
    <>
      <ul className={`${ui.card} ${styles.list}`}>
        {transfers.slice(0, shown).map((transfer) => (
          <li key={transfer.terms.id} className={styles.item}>
            <TransferRow transfer={transfer} />
            {groupOf(transfer, nowMs) === 'attention' ? (
              <Link className={ui.iconButton} href={`/help/${transfer.terms.id}`} aria-label={t('getHelp')}>
                <Icon name="question" />
              </Link>
            ) : null}
          </li>
        ))}
      </ul>
      {rest > 0 ? (
        <Button onClick={() => setShown(shown + ROWS_AT_ONCE)}>
          {t('showMore', { count: Math.min(rest, ROWS_AT_ONCE) })}
        </Button>
      ) : null}
    </>
  );
}

const PLANNED = { built: 0, isMoving: false, isBroken: false };

function NoTransfers() {
  const { t } = useWords(activityWords);
  return (
    <div className={`${ui.card} ${styles.nothing}`}>
      <div className={styles.road}>
        <Causeway state={PLANNED} />
      </div>
      <p>{t('none')}</p>
      <Link className={ui.link} href="/">
        {t('start')}
      </Link>
    </div>
  );
}
