import type { VerifiedBuild } from '../../../domain/verifyBuild.ts';
import { DetailRow } from '../../../ui/DetailRow.tsx';
import { displayAmount } from '../../../ui/displayAmount.ts';
import styles from './QuoteDetails.module.css';

type Props = {
  readonly build: VerifiedBuild;
  readonly onGasFeeMode: (includesGasFee: boolean) => void;
};

export function QuoteDetails({ build, onGasFeeMode }: Props) {
  const { intent, route } = build;
  const { decimals } = route.originToken;
  const inOrigin = (amount: bigint) => `${displayAmount({ amount, decimals })} ${intent.tokenName}`;
  return (
    <div className={styles.details}>
      <dl className={styles.rows}>
        <DetailRow label="Leaves your wallet" strong>
          {inOrigin(build.send)}
        </DetailRow>
        <DetailRow label="Bridge fee">{inOrigin(build.bridgeFee)}</DetailRow>
        <DetailRow label={`Network fee on ${route.destination.name}`}>{inOrigin(build.gasFee)}</DetailRow>
        <DetailRow label="Limits">
          {displayAmount({ amount: build.min, decimals })} to {inOrigin(build.max)}
        </DetailRow>
      </dl>
      <fieldset className={styles.mode}>
        <legend className="visuallyHidden">How the network fee is paid</legend>
        {[false, true].map((includes) => (
          <label key={String(includes)} className={styles.choice}>
            <input
              type="radio"
              name="gasFeeMode"
              className="visuallyHidden"
              checked={intent.includesGasFee === includes}
              onChange={() => onGasFeeMode(includes)}
            />
            <span>{includes ? 'Network fee within' : 'Network fee on top'}</span>
          </label>
        ))}
      </fieldset>
    </div>
  );
}
