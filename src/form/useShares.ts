import type { Address } from 'viem';
import { isNativeToken } from '#shared/address.ts';
import { formatAmount } from '#shared/amount.ts';
import { useAppServices } from '../app/services.ts';
import { toBuildRequest } from '../transfer/model/intent.ts';
import { gasReserve } from './model/fees.ts';
import type { Form, FormAction } from './model/form.ts';
import { toIntent } from './model/readIntent.ts';
import { shareOfBalance } from './model/shareOfBalance.ts';
import type { BalanceState } from './useBalance.ts';
import type { WhenAnswered } from './useBridgeForm.ts';
import { useMaxFeePerGas } from './useMaxFeePerGas.ts';

type Inputs = {
  readonly form: Form;
  readonly account: Address | undefined;
  readonly balance: BalanceState;
  /** The network fee of the quote on the screen; null without one. */
  readonly networkFee: bigint | null;
  /** The person may go on while the fee is asked for: then the share is of a form that is gone. */
  readonly ask: (action: FormAction) => WhenAnswered;
};

const FEE_TIMEOUT_MS = 10_000;

/** Amounts that are a share of the balance: within the route's limits, with room for the gas and a fee on top. */
export function useShares({ form, account, balance, networkFee, ask }: Inputs) {
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

  /** The network fee from a quote for the largest amount. Without an answer the form shows what is missing. */
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
