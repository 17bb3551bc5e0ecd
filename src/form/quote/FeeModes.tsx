import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useAppServices } from '../../app/services.ts';
import { quoteWords } from '../../i18n/quote/quoteWords.ts';
import { useWords } from '../../i18n/useWords.ts';
import type { VerifiedBuild } from '../../transfer/model/verifyBuild.ts';
import { RollingDigits } from '../../ui/RollingDigits.tsx';
import styles from './FeeModes.module.css';
import { buildQuery } from './useBuild.ts';

type Props = {
  /** Null before there is a quote: the choice keeps its place. */
  readonly build: VerifiedBuild | null;
  /** The user's choice. The build shown can still be the one before it. */
  readonly includesGasFee: boolean;
  readonly onChoose: (includesGasFee: boolean) => void;
};

/** The two ways to pay the network fee, each with what the recipient gets. */
export function FeeModes(props: Props) {
  return props.build ? <Quoted {...props} build={props.build} /> : <Choice {...props} quotes={[]} />;
}

/** The quote for the same amount with the network fee paid the other way; null without one. */
function useOtherMode({ intent, route }: VerifiedBuild): VerifiedBuild | null {
  const { service } = useAppServices();
  const other = { ...intent, includesGasFee: !intent.includesGasFee };
  const query = useQuery({
    ...buildQuery(service, { ok: true, intent: other }, route),
    enabled: intent.exactReceive === null,
  });
  return query.data?.kind === 'verified' ? query.data.build : null;
}

function Quoted({ build, ...rest }: Props & { readonly build: VerifiedBuild }) {
  const other = useOtherMode(build);
  return <Choice {...rest} quotes={other ? [build, other] : [build]} />;
}

type ChoiceProps = Omit<Props, 'build'> & { readonly quotes: readonly VerifiedBuild[] };

function Choice({ quotes, includesGasFee, onChoose }: ChoiceProps) {
  const { t, rich, sum } = useWords(quoteWords);
  const name = useId();
  const gets = (mode: boolean) => {
    const quote = quotes.find(({ intent }) => intent.includesGasFee === mode);
    // The line keeps its place.
    if (!quote) return '\u00a0';
    const { receive, route, intent } = quote;
    const shown = sum({ amount: receive, decimals: route.destinationToken.decimals }, intent.tokenName);
    return rich('recipientGets', { sum: <RollingDigits text={shown} /> });
  };
  return (
    <fieldset className={styles.modes}>
      <legend className="visuallyHidden">{t('howToPay')}</legend>
      {[false, true].map((mode) => (
        <label key={`${mode}`} className={styles.mode}>
          <input type="radio" name={name} checked={includesGasFee === mode} onChange={() => onChoose(mode)} />
          <span>{t(mode ? 'deductNetworkFee' : 'payOnTop')}</span>
          <span className={styles.gets}>{gets(mode)}</span>
        </label>
      ))}
    </fieldset>
  );
}
