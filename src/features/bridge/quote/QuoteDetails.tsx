import type { Route } from '../../../domain/registry.ts';
import type { VerifiedBuild } from '../../../domain/verifyBuild.ts';
import { DetailRow } from '../../../ui/DetailRow.tsx';
import { mainWords } from '../../../words/main/mainWords.ts';
import { useWords } from '../../../words/useWords.ts';
import styles from './QuoteDetails.module.css';

type Props = {
  readonly route: Route;
  /** Null before there is a quote: the rows keep their place. */
  readonly build: VerifiedBuild | null;
  /** The user's choice. The build shown can still be the one before it. */
  readonly includesGasFee: boolean;
  readonly onGasFeeMode: (includesGasFee: boolean) => void;
};

export function QuoteDetails({ route, build, includesGasFee, onGasFeeMode }: Props) {
  const { t, amount, sum, duration } = useWords(mainWords);
  const { decimals } = route.originToken;
  const inOrigin = (value: bigint) => sum({ amount: value, decimals }, route.pair.tokenName);
  const quoted = (value: bigint | undefined) => (value === undefined ? '–' : inOrigin(value));
  return (
    <div className={styles.details}>
      <dl className={styles.rows}>
        <DetailRow label={t('youPay')} strong>
          {quoted(build?.send)}
        </DetailRow>
        <DetailRow label={t('bridgeFee')}>{quoted(build?.bridgeFee)}</DetailRow>
        <DetailRow label={t('networkFee', { chain: route.destination.name })}>{quoted(build?.gasFee)}</DetailRow>
        {route.pair.usualSeconds === null ? null : (
          <DetailRow label={t('usualTime')}>{t('about', { time: duration(route.pair.usualSeconds) })}</DetailRow>
        )}
        <DetailRow label={t('limits')}>
          {t('fromTo', {
            min: amount({ amount: build?.min ?? route.pair.min.amount, decimals }),
            max: inOrigin(build?.max ?? route.pair.max.amount),
          })}
        </DetailRow>
      </dl>
      <label className={styles.choice}>
        <input type="checkbox" checked={includesGasFee} onChange={(event) => onGasFeeMode(event.target.checked)} />
        {t('deductNetworkFee')}
      </label>
    </div>
  );
}
