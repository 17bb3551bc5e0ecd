import type { ReactNode } from 'react';
import { activityWords } from '../i18n/activity/activityWords.ts';
import { historyWords } from '../i18n/history/historyWords.ts';
import { useWords } from '../i18n/useWords.ts';
import { Button } from '../ui/Button.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import ui from '../ui/ui.module.css';
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
