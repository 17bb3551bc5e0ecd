import { Link } from 'wouter';
import type { CausewayState } from '../../ui/causeway/causewayState.ts';
import { RoadLine } from '../../ui/causeway/RoadLine.tsx';
import { Logo } from '../../ui/logos/Logo.tsx';
import type { LogoSource } from '../../ui/logos/logoUrl.ts';
import { activityWords } from '../../words/activity/activityWords.ts';
import { useWords } from '../../words/useWords.ts';
import styles from './HistoryRow.module.css';

export type RowTone = 'quiet' | 'open' | 'warning' | 'danger';

type Props = {
  readonly href: string;
  readonly tokenName: string;
  readonly logo: LogoSource;
  readonly amountText: string;
  readonly origin: string;
  /** How far the road between the two chains is built. */
  readonly road: CausewayState;
  readonly destination: string;
  readonly status: string;
  readonly tone: RowTone;
  /** Milliseconds since 1970; null where no date is known. */
  readonly time: number | null;
};

/** One line of a history, which links to the page of the transfer or the deposit. */
export function HistoryRow(props: Props) {
  const { href, tokenName, logo, amountText, origin, road, destination, status, tone, time } = props;
  const { moment } = useWords(activityWords);
  return (
    <Link className={styles.row} href={href}>
      <Logo name={tokenName} shape="token" source={logo} />
      <span className={styles.text}>
        <span className={styles.amount}>{amountText}</span>
        <span className={styles.route}>
          {origin} <RoadLine state={road} /> {destination}
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
