import { Link } from 'wouter';
import type { Tone } from '../../domain/verdict/verdictKinds.ts';
import type { CausewayState } from '../../ui/causeway/causewayState.ts';
import { RoadLine } from '../../ui/causeway/RoadLine.tsx';
import { Logo } from '../../ui/logos/Logo.tsx';
import type { LogoSource } from '../../ui/logos/logoUrl.ts';
import ui from '../../ui/ui.module.css';
import { activityWords } from '../../words/activity/activityWords.ts';
import { useWords } from '../../words/useWords.ts';
import styles from './activity.module.css';

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
  readonly tone: Tone;
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
        <span className={`${ui.numbers} ${styles.amount}`}>{amountText}</span>
        <span className={`${ui.small} ${styles.route}`}>
          {origin} <RoadLine state={road} /> {destination}
        </span>
      </span>
      <span className={styles.end}>
        <span className={`${styles.status} ${ui[tone]}`}>{status}</span>
        {time === null ? null : (
          <time className={`${ui.small} ${ui.numbers} ${styles.time}`} dateTime={new Date(time).toISOString()}>
            {moment(time)}
          </time>
        )}
      </span>
    </Link>
  );
}
