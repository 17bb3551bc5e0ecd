import { Link } from 'wouter';
import { useAppServices } from '../app/services.ts';
import { tokenByAddress } from '../config/registry.ts';
import { activityWords } from '../i18n/activity/activityWords.ts';
import { useWords } from '../i18n/useWords.ts';
import { verdictWords } from '../i18n/verdict/verdictWords.ts';
import { causewayOf } from '../transfer/causewayOf.ts';
import type { Transfer } from '../transfer/model/transfer.ts';
import { isOpen } from '../transfer/model/transfer.ts';
import { useVerdict } from '../transfer/useVerdict.ts';
import { namedAmount } from '../transfer/verdict/namedAmount.ts';
import type { Verdict } from '../transfer/verdict/verdict.ts';
import type { Tone } from '../transfer/verdict/verdictKinds.ts';
import { toneOf } from '../transfer/verdict/verdictKinds.ts';
import type { CausewayState } from '../ui/causeway/Causeway.tsx';
import { RoadLine } from '../ui/causeway/RoadLine.tsx';
import { Logo } from '../ui/logos/Logo.tsx';
import type { LogoSource } from '../ui/logos/logoUrl.ts';
import ui from '../ui/ui.module.css';
import styles from './activity.module.css';

/** A transfer of this browser. */
export function TransferRow({ transfer }: { transfer: Transfer }) {
  const { t, sum } = useWords(verdictWords);
  const { terms } = transfer;
  const { registry } = useAppServices();
  const token = tokenByAddress(registry, terms.origin.chainId, terms.origin.token);
  const verdict = useVerdict(transfer);
  return (
    <HistoryRow
      href={`/transfers/${terms.id}`}
      tokenName={terms.tokenName}
      logo={token?.logo ?? token?.name ?? null}
      amountText={sum(namedAmount(verdict, terms).amount, terms.tokenName)}
      origin={terms.origin.chainName}
      road={causewayOf(verdict)}
      destination={terms.destination.chainName}
      status={t(`title_${verdict.kind}`)}
      tone={rowTone(verdict, isOpen(transfer))}
      time={terms.createdAt}
    />
  );
}

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
function HistoryRow(props: Props) {
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

/** Good news is quiet in a list: most rows have it. What goes on stands out. */
function rowTone(verdict: Verdict, isOpen: boolean): Tone {
  const tone = toneOf(verdict);
  if (tone === 'warning' || tone === 'danger') return tone;
  return isOpen ? 'good' : 'info';
}
