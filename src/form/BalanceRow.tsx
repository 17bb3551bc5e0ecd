import type { Address } from 'viem';
import { isNativeToken } from '#shared/address.ts';
import { formatAmount } from '#shared/amount.ts';
import { assertNever } from '#shared/assertNever.ts';
import { useAppServices } from '../app/services.ts';
import { useTexts } from '../i18n/useTexts.ts';
import { toBuildRequest } from '../transfer/model/intent.ts';
import { gasReserve } from './model/fees.ts';
import type { Form, FormAction } from './model/form.ts';
import { toIntent } from './model/readIntent.ts';
import { shareOfBalance } from './model/shareOfBalance.ts';
import styles from './restOfForm.module.css';
import type { BalanceState } from './useBalance.ts';
import type { WhenAnswered } from './useBridgeForm.ts';
import { useMaxFeePerGas } from './useMaxFeePerGas.ts';

type Props = {
  readonly form: Form;
  readonly account: Address | undefined;
  readonly balance: BalanceState;
  /** The network fee of the quote on the screen; null without one. */
  readonly networkFee: bigint | null;
  /** The form may change while the fee loads. The share is then dropped, because it belongs to an earlier form. */
  readonly ask: (action: FormAction) => WhenAnswered;
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
            {t('balance', { amount: amount({ amount: balance.amount, decimals }) })}
          </span>
          {balance.amount > 0n ? (
            <fieldset className={styles.shares} aria-label={t('shareOfBalance')}>
              {SHARES.map((percent) => (
                <button
                  key={percent}
                  type="button"
                  disabled={!shares.isOffered(percent)}
                  onClick={() => void shares.choose(percent)}
                >
                  {share(percent)}
                </button>
              ))}
              <button type="button" onClick={() => void shares.choose(ALL)}>
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

const FEE_TIMEOUT_MS = 10_000;

/** Shares of the balance as amounts: within the route's limits, with room for the gas and a fee on top. */
function useShares({ form, account, balance, networkFee, ask }: Props) {
  const { service } = useAppServices();
  const { route, includesGasFee } = form;
  const { decimals, address } = route.originToken;
  const isNative = isNativeToken(address);
  const maxFeePerGas = useMaxFeePerGas(isNative ? route.origin.id : null);

  function shareWith(feeOnTop: bigint, percent: bigint): bigint | null {
    if (balance.status !== 'known' || (isNative && maxFeePerGas === null)) return null;
    const reserve = gasReserve(isNative ? maxFeePerGas : null);
    const means = { balance: balance.amount, gasReserve: reserve, feeOnTop, max: route.pair.max.amount, decimals };
    return shareOfBalance(means, percent);
  }

  /** The network fee from a quote for the largest amount. If the request fails, the form shows what is missing. */
  async function askFee(): Promise<bigint> {
    const amountText = formatAmount(route.pair.max);
    const largest = { ...form, entry: 'send' as const, amountText, isAmountPlain: true, recipientText: '' };
    const wanted = account && toIntent(largest, account);
    if (!wanted?.ok) return 0n;
    const request = toBuildRequest(wanted.intent, route);
    const answer = await service.getBuild(request, AbortSignal.timeout(FEE_TIMEOUT_MS)).catch(() => null);
    const fee = answer?.kind === 'built' ? answer.build.gasFee : null;
    return fee && fee.decimals === decimals ? fee.amount : 0n;
  }

  return {
    isOffered(percent: bigint): boolean {
      const amount = shareWith(includesGasFee ? 0n : (networkFee ?? 0n), percent);
      return amount !== null && amount > 0n && amount >= route.pair.min.amount;
    },
    async choose(percent: bigint): Promise<void> {
      const whenAnswered = ask({ type: 'shareAsked' });
      const feeOnTop = includesGasFee ? 0n : (networkFee ?? (await askFee()));
      const amount = shareWith(feeOnTop, percent);
      if (amount === null) return;
      whenAnswered({ type: 'amountChosen', entry: 'send', text: formatAmount({ amount, decimals }) });
    },
  };
}
