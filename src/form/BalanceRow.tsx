import { isNativeToken } from '#shared/address.ts';
import { formatAmount } from '#shared/amount.ts';
import { assertNever } from '#shared/assertNever.ts';
import { useTexts } from '../i18n/useTexts.ts';
import { Digits } from '../ui/Digits.tsx';
import { gasReserve } from './model/fees.ts';
import type { Form, FormAction } from './model/form.ts';
import { shareOfBalance } from './model/shareOfBalance.ts';
import styles from './restOfForm.module.css';
import type { BalanceState } from './useBalance.ts';
import { useMaxFeePerGas } from './useMaxFeePerGas.ts';

type Props = {
  readonly form: Form;
  readonly balance: BalanceState;
  readonly dispatch: (action: FormAction) => void;
};

const SHARES = [25n, 50n, 75n] as const;
const ALL = 100n;

/** The balance, with buttons for shares of it. */
export function BalanceRow(props: Props) {
  return props.balance.status === 'none' ? null : (
    <div className={styles.balanceRow}>
      <Balance {...props} />
    </div>
  );
}

function Balance(props: Props) {
  const { balance } = props;
  const { decimals } = props.form.route.originToken;
  const shares = useShares(props);
  const { t, amount, share } = useTexts('form');
  switch (balance.status) {
    case 'none':
      return null;
    case 'loading':
      return <span>{t('loadingBalance')}</span>;
    case 'unknown':
      return (
        <>
          <span>{t('balanceUnavailable')}</span>
          <button type="button" onClick={balance.retry}>
            {t('retry')}
          </button>
        </>
      );
    case 'known':
      return (
        <>
          <span className={styles.balance}>
            <Digits text={t('balance', { amount: amount({ amount: balance.amount, decimals }) })} />
          </span>
          {balance.amount > 0n ? (
            <fieldset className={styles.shares} aria-label={t('shareOfBalance')}>
              {SHARES.map((percent) => (
                <button
                  key={percent}
                  type="button"
                  disabled={!shares.isOffered(percent)}
                  onClick={() => shares.choose(percent)}
                >
                  {share(percent)}
                </button>
              ))}
              <button type="button" onClick={() => shares.choose(ALL)}>
                {t('max')}
              </button>
            </fieldset>
          ) : null}
        </>
      );
    default:
      return assertNever(balance);
  }
}

/** Shares of the balance as amounts: within the route's limits, with room for the gas. */
function useShares({ form, balance, dispatch }: Props) {
  const { pair, origin, originToken } = form.route;
  const { decimals, address } = originToken;
  const isNative = isNativeToken(address);
  const maxFeePerGas = useMaxFeePerGas(isNative ? origin.id : null);

  function shareOf(percent: bigint): bigint | null {
    if (balance.status !== 'known' || (isNative && maxFeePerGas === null)) return null;
    const reserve = gasReserve(isNative ? maxFeePerGas : null);
    return shareOfBalance({ balance: balance.amount, gasReserve: reserve, max: pair.max.amount, decimals }, percent);
  }

  return {
    isOffered(percent: bigint): boolean {
      const amount = shareOf(percent);
      return amount !== null && amount > 0n && amount >= pair.min.amount;
    },
    choose(percent: bigint): void {
      const amount = shareOf(percent);
      if (amount !== null) dispatch({ type: 'amountChosen', entry: 'send', text: formatAmount({ amount, decimals }) });
    },
  };
}
