import type { VerifiedBuild } from '../../../domain/verifyBuild.ts';
import { DetailRow } from '../../../ui/DetailRow.tsx';
import { displayAmount } from '../../../ui/displayAmount.ts';
import styles from './QuoteDetails.module.css';
import { usualTime } from './usualTime.ts';

type Props = {
  readonly build: VerifiedBuild;
  /** The user's choice. The build shown can still be the one before it. */
  readonly includesGasFee: boolean;
  readonly onGasFeeMode: (includesGasFee: boolean) => void;
};

export function QuoteDetails({ build, includesGasFee, onGasFeeMode }: Props) {
  const { intent, route } = build;
  const { decimals } = route.originToken;
  const inOrigin = (amount: bigint) => `${displayAmount({ amount, decimals })} ${intent.tokenName}`;
  return (
    <div className={styles.details}>
      <dl className={styles.rows}>
        <DetailRow label="You pay" strong>
          {inOrigin(build.send)}
        </DetailRow>
        <DetailRow label="Bridge fee">{inOrigin(build.bridgeFee)}</DetailRow>
        <DetailRow label={`Network fee on ${route.destination.name}`}>{inOrigin(build.gasFee)}</DetailRow>
        {route.pair.usualSeconds === null ? null : (
          <DetailRow label="Usual time">{usualTime(route.pair.usualSeconds)}</DetailRow>
        )}
        <DetailRow label="Limits">
          {displayAmount({ amount: build.min, decimals })} to {inOrigin(build.max)}
        </DetailRow>
      </dl>
      <label className={styles.choice}>
        <input type="checkbox" checked={includesGasFee} onChange={(event) => onGasFeeMode(event.target.checked)} />
        Deduct the network fee from the amount
      </label>
    </div>
  );
}
