import type { VerifiedBuild } from '../../../domain/verifyBuild.ts';
import { DetailRow } from '../../../ui/DetailRow.tsx';
import { mainWords } from '../../../words/main/mainWords.ts';
import { useWords } from '../../../words/useWords.ts';
import styles from './QuoteDetails.module.css';

type Props = {
  readonly build: VerifiedBuild;
  /** The user's choice. The build shown can still be the one before it. */
  readonly includesGasFee: boolean;
  readonly onGasFeeMode: (includesGasFee: boolean) => void;
};

export function QuoteDetails({ build, includesGasFee, onGasFeeMode }: Props) {
  const { t, amount, sum, duration } = useWords(mainWords);
  const { intent, route } = build;
  const { decimals } = route.originToken;
  const inOrigin = (value: bigint) => sum({ amount: value, decimals }, intent.tokenName);
  return (
    <div className={styles.details}>
      <dl className={styles.rows}>
        <DetailRow label={t('youPay')} strong>
          {inOrigin(build.send)}
        </DetailRow>
        <DetailRow label={t('bridgeFee')}>{inOrigin(build.bridgeFee)}</DetailRow>
        <DetailRow label={t('networkFee', { chain: route.destination.name })}>{inOrigin(build.gasFee)}</DetailRow>
        {route.pair.usualSeconds === null ? null : (
          <DetailRow label={t('usualTime')}>{t('about', { time: duration(route.pair.usualSeconds) })}</DetailRow>
        )}
        <DetailRow label={t('limits')}>
          {t('fromTo', { min: amount({ amount: build.min, decimals }), max: inOrigin(build.max) })}
        </DetailRow>
      </dl>
      <label className={styles.choice}>
        <input type="checkbox" checked={includesGasFee} onChange={(event) => onGasFeeMode(event.target.checked)} />
        {t('deductNetworkFee')}
      </label>
    </div>
  );
}
