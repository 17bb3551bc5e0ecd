import { Link } from 'wouter';
import { Disc } from '../../ui/Disc.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { activityWords } from '../../words/activity/activityWords.ts';
import { useWords } from '../../words/useWords.ts';
import styles from './HistoryRow.module.css';

export type RowTone = 'quiet' | 'open' | 'warning' | 'danger';

type Props = {
  readonly href: string;
  readonly tokenName: string;
  readonly amountText: string;
  readonly origin: string;
  readonly destination: string;
  readonly status: string;
  readonly tone: RowTone;
  /** Milliseconds since 1970; null where no date is known. */
  readonly time: number | null;
};

/** One line of a history, which links to the page of the transfer or the deposit. */
export function HistoryRow({ href, tokenName, amountText, origin, destination, status, tone, time }: Props) {
  const { moment } = useWords(activityWords);
  return (
    <Link className={styles.row} href={href}>
      <Disc name={tokenName} shape="token" />
      <span className={styles.text}>
        <span className={styles.amount}>{amountText}</span>
        <span className={styles.route}>
          {origin} <Icon name="arrow" size={14} /> {destination}
        </span>
      </span>
      <span className={styles.end}>
        <span className={`${styles.status} ${styles[tone]}`}>{status}</span>
        {time === null ? null : (
          <time className={styles.time} dateTime={new Date(time).toISOString()}>
            {moment(time)}
          </time>
        )}
      </span>
    </Link>
  );
}
