import { useState } from 'react';
import { Link } from 'wouter';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useAppServices, useTransfers } from '../../context/appServices.ts';
import { useNow } from '../../context/useNow.ts';
import { filterHistory, NO_FILTER } from '../../domain/history/filterHistory.ts';
import { listHistory } from '../../domain/history/historyItem.ts';
import type { History, HistoryState } from '../../tracking/createHistory.ts';
import { Causeway } from '../../ui/causeway/Causeway.tsx';
import ui from '../../ui/ui.module.css';
import { activityWords } from '../../words/activity/activityWords.ts';
import { useWords } from '../../words/useWords.ts';
import styles from './activity.module.css';
import { HistoryFilterBar } from './HistoryFilterBar.tsx';
import { HistoryList } from './HistoryList.tsx';
import { HistoryTools } from './HistoryTools.tsx';

const MINUTE = 60_000;

const nothingRead = createStore<Pick<HistoryState, 'deposits' | 'receipts'>>(() => ({
  deposits: [],
  receipts: new Map(),
}));

/** The transfers of this browser, and the deposits that the chains show, in one list with a filter. */
export function HistoryItems({ history }: { readonly history: History | null }) {
  const transfers = useTransfers();
  const { registry } = useAppServices();
  const store = history?.store ?? nothingRead;
  const deposits = useStore(store, (state) => state.deposits);
  const receipts = useStore(store, (state) => state.receipts);
  const [filter, setFilter] = useState(NO_FILTER);
  const nowMs = useNow(MINUTE);
  const items = listHistory(Object.values(transfers), { deposits, receipts });
  const matching = filterHistory(items, filter, { registry, nowMs });
  return (
    <>
      {/* Always at the same place: its dialog stays open while the first transfer arrives. */}
      <HistoryTools items={matching} />
      {items.length === 0 ? (
        <NoTransfers />
      ) : (
        <>
          <HistoryFilterBar filter={filter} onChange={setFilter} />
          <HistoryList
            key={JSON.stringify(filter)}
            items={matching}
            nowMs={nowMs}
            onClear={() => setFilter(NO_FILTER)}
          />
        </>
      )}
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
