import { useState } from 'react';
import type { Address } from 'viem';
import { Link } from 'wouter';
import { useStore } from 'zustand';
import { useTransfers } from '../../context/appServices.ts';
import type { HistoryFilter } from '../../domain/history/filterHistory.ts';
import { NO_FILTER } from '../../domain/history/filterHistory.ts';
import type { FoundDeposit } from '../../domain/history/foundDeposit.ts';
import { listHistory } from '../../domain/history/historyItem.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { History } from '../../tracking/createHistory.ts';
import { Button } from '../../ui/Button.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { activityWords } from '../../words/activity/activityWords.ts';
import { historyWords } from '../../words/history/historyWords.ts';
import { useWords } from '../../words/useWords.ts';
import styles from './ActivityPage.module.css';
import { ChainReadings } from './ChainReadings.tsx';
import { HistoryFilterBar } from './HistoryFilterBar.tsx';
import { HistoryList } from './HistoryList.tsx';
import { useDepositHistory } from './useDepositHistory.ts';

type Props = {
  /** The account whose deposits the page looks for on the chains; null when there is none. */
  readonly account: Address | null;
  readonly onConnect: () => void;
};

/** Lists the transfers of this browser and the deposits of the account, open ones first. */
export function ActivityPage({ account, onConnect }: Props) {
  const { t } = useWords(historyWords);
  const title = useWords(activityWords).t('title');
  const [filter, setFilter] = useState(NO_FILTER);
  const list = { filter, onFilter: setFilter };
  return (
    <section className={styles.page}>
      <PageHeading title={title} line={t('line')} />
      {account === null ? (
        <>
          <Items {...list} deposits={[]} receipts={new Map()} />
          <div className={styles.account}>
            <p>{t('noAccount')}</p>
            <Button onClick={onConnect}>{t('connect')}</Button>
          </div>
        </>
      ) : (
        <AccountHistory key={account} account={account} list={list} />
      )}
    </section>
  );
}

type ListState = { readonly filter: HistoryFilter; readonly onFilter: (filter: HistoryFilter) => void };

function AccountHistory({ account, list }: { readonly account: Address; readonly list: ListState }) {
  const history = useDepositHistory(account);
  return history ? (
    <ReadHistory account={account} history={history} list={list} />
  ) : (
    <Items {...list} deposits={[]} receipts={new Map()} />
  );
}

type ReadProps = { readonly account: Address; readonly history: History; readonly list: ListState };

function ReadHistory({ account, history, list }: ReadProps) {
  const deposits = useStore(history.store, (state) => state.deposits);
  const receipts = useStore(history.store, (state) => state.receipts);
  return (
    <>
      <Items {...list} deposits={deposits} receipts={receipts} />
      <ChainReadings account={account} history={history} />
    </>
  );
}

type ItemsProps = ListState & {
  readonly deposits: readonly FoundDeposit[];
  readonly receipts: ReadonlyMap<string, readonly Receipt[]>;
};

function Items({ deposits, receipts, filter, onFilter }: ItemsProps) {
  const transfers = useTransfers();
  const items = listHistory(Object.values(transfers), { deposits, receipts });
  if (items.length === 0) return <NoTransfers />;
  return (
    <>
      <HistoryFilterBar filter={filter} onChange={onFilter} />
      <HistoryList key={JSON.stringify(filter)} items={items} filter={filter} onClear={() => onFilter(NO_FILTER)} />
    </>
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
