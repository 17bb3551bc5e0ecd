import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import ui from '../../ui/ui.module.css';
import { activityWords } from '../../words/activity/activityWords.ts';
import { historyWords } from '../../words/history/historyWords.ts';
import { useWords } from '../../words/useWords.ts';
import styles from './activity.module.css';
import { TransferList } from './TransferList.tsx';

type Props = {
  /** What the chains show of the account; null when there is none. */
  readonly ofAccount: ReactNode | null;
  readonly onConnect: () => void;
};

/** Lists the transfers of this browser, open ones first, and below them what the chains show of the account. */
export function ActivityPage({ ofAccount, onConnect }: Props) {
  const { t } = useWords(historyWords);
  const title = useWords(activityWords).t('title');
  return (
    <section className={styles.page}>
      <PageHeading title={title} line={t('line')} />
      <TransferList />
      {ofAccount ? (
        <div className={styles.ofAccount}>{ofAccount}</div>
      ) : (
        <div className={`${ui.card} ${ui.compact} ${ui.spread} ${styles.account}`}>
          <p>{t('noAccount')}</p>
          <Button onClick={onConnect}>{t('connect')}</Button>
        </div>
      )}
    </section>
  );
}
