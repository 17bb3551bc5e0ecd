import { Link } from 'wouter';
import { useAppServices, useTransfers } from '../app/services.ts';
import { tokenByAddress } from '../config/registry.ts';
import { useTexts } from '../i18n/useTexts.ts';
import type { Transfer } from '../transfer/model/transfer.ts';
import { isOpen } from '../transfer/model/transfer.ts';
import { useGasOnArrival } from '../transfer/useGasOnArrival.ts';
import { useVerdict } from '../transfer/useVerdict.ts';
import type { Verdict } from '../transfer/verdict/verdict.ts';
import { namedAmount } from '../transfer/verdict/verdict.ts';
import type { Tone } from '../transfer/verdict/verdictKinds.ts';
import { causewayOf, toneOf } from '../transfer/verdict/verdictKinds.ts';
import { RoadLine } from '../ui/Causeway.tsx';
import { Digits } from '../ui/Digits.tsx';
import { Logo } from '../ui/logos/Logo.tsx';
import ui from '../ui/ui.module.css';
import styles from './activity.module.css';

type Props = {
  readonly transfer: Transfer;
  readonly onFollow?: (() => void) | undefined;
};

/** One row of the list, which links to the transfer's page. */
export function TransferRow({ transfer, onFollow }: Props) {
  const { t, sum, timestamp } = useTexts('app');
  const { registry } = useAppServices();
  const verdict = useVerdict(transfer);
  const { id, origin, destination, tokenName, createdAt } = transfer.terms;
  const gas = useGasOnArrival(transfer.terms);
  const token = tokenByAddress(registry, origin.chainId, origin.token);
  return (
    <Link className={styles.row} href={`/transfers/${id}`} onClick={onFollow}>
      <Logo name={tokenName} shape="token" source={token?.logo ?? token?.name ?? null} />
      <span className={styles.text}>
        <span className={`${ui.numbers} ${styles.amount}`}>
          <Digits text={sum(namedAmount(verdict, transfer.terms).amount, tokenName)} />
          {gas !== null && transfer.status === 'delivered' ? (
            <span className={ui.small}>
              {' '}
              <Digits text={t('andGas', { gas })} />
            </span>
          ) : null}
        </span>
        <span className={`${ui.small} ${styles.route}`}>
          <span className="visuallyHidden">
            {t('fromChainTo', { from: origin.chainName, to: destination.chainName })}
          </span>
          <span aria-hidden="true">{origin.chainName}</span> <RoadLine state={causewayOf(verdict)} />{' '}
          <span aria-hidden="true">{destination.chainName}</span>
        </span>
      </span>
      <span className={styles.end}>
        <span className={`${styles.status} ${ui[rowTone(verdict, isOpen(transfer))]}`}>
          {t(`title_${verdict.kind}`)}
        </span>
        <time className={`${ui.small} ${ui.numbers} ${styles.time}`} dateTime={new Date(createdAt).toISOString()}>
          {timestamp(createdAt)}
        </time>
      </span>
    </Link>
  );
}

/** Most rows are good news, so it is quiet; what is in progress stands out. */
function rowTone(verdict: Verdict, isOpen: boolean): Tone {
  const tone = toneOf(verdict);
  if (tone === 'warning' || tone === 'danger') return tone;
  return isOpen ? 'good' : 'info';
}

/** This browser's transfers, open ones first, then the newest. */
export function useSortedTransfers(): readonly Transfer[] {
  return Object.values(useTransfers()).sort(
    (a, b) => Number(isOpen(b)) - Number(isOpen(a)) || b.terms.createdAt - a.terms.createdAt,
  );
}
