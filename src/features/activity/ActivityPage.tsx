import type { Address } from 'viem';
import { Button } from '../../ui/Button.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import ui from '../../ui/ui.module.css';
import { activityWords } from '../../words/activity/activityWords.ts';
import { historyWords } from '../../words/history/historyWords.ts';
import { useWords } from '../../words/useWords.ts';
import styles from './activity.module.css';
import { ChainReadings } from './ChainReadings.tsx';
import { HistoryItems } from './HistoryItems.tsx';
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
  const history = useDepositHistory(account);
  return (
    <section className={styles.page}>
      <PageHeading title={title} line={t('line')} />
      <HistoryItems history={history} />
      {account !== null && history ? <ChainReadings account={account} history={history} /> : null}
      {account === null ? (
        <div className={`${ui.card} ${ui.compact} ${ui.spread} ${styles.account}`}>
          <p>{t('noAccount')}</p>
          <Button onClick={onConnect}>{t('connect')}</Button>
        </div>
      ) : null}
    </section>
  );
}
