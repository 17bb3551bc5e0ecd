import { useState } from 'react';
import { Link } from 'wouter';
import type { HistoryItem } from '../../domain/history/historyItem.ts';
import { groupOf, itemKey } from '../../domain/history/historyItem.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import ui from '../../ui/ui.module.css';
import { historyWords } from '../../words/history/historyWords.ts';
import { useWords } from '../../words/useWords.ts';
import styles from './activity.module.css';
import { FoundRow } from './FoundRow.tsx';
import { TransferRow } from './TransferRow.tsx';

/** A thousand rows at once would delay every keypress in the search field. */
const ROWS_AT_ONCE = 50;

type Props = {
  readonly items: readonly HistoryItem[];
  readonly nowMs: number;
  readonly onClear: () => void;
};

/** The matching items. A new filter starts with the first rows again: the caller gives it a new key. */
export function HistoryList({ items, nowMs, onClear }: Props) {
  const { t } = useWords(historyWords);
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const rest = items.length - shown;
  if (items.length === 0) {
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
        {items.slice(0, shown).map((item) => (
          <li key={itemKey(item)} className={styles.item}>
            {item.kind === 'own' ? <TransferRow transfer={item.transfer} /> : <FoundRow item={item} nowMs={nowMs} />}
            {groupOf(item, nowMs) === 'attention' ? (
              <Link className={ui.iconButton} href={`/help/${helpSubject(item)}`} aria-label={t('getHelp')}>
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

function helpSubject(item: HistoryItem): string {
  return item.kind === 'own' ? item.transfer.terms.id : item.deposit.transactionHash;
}
