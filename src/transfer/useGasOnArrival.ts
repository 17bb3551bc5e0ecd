import type { ChainConfig } from '#shared/config/runtimeConfig.ts';
import { useAppServices } from '../app/services.ts';
import { chainById } from '../config/registry.ts';
import type { Texts } from '../i18n/texts.ts';
import { useTexts } from '../i18n/useTexts.ts';
import type { TransferTerms } from './model/transferTerms.ts';

/** An amount of a chain's native token, in wei, such as "0.01 ETH". */
export function nativeSum(amount: bigint, { nativeCurrency }: ChainConfig, sum: Texts<'app'>['sum']): string {
  return sum({ amount, decimals: nativeCurrency.decimals }, nativeCurrency.symbol);
}

/** The native tokens that arrive with a payout, such as "0.01 ETH"; null without any. */
export function useGasOnArrival({ gasDrop, destination }: TransferTerms): string | null {
  const { sum } = useTexts('app');
  const chain = chainById(useAppServices().registry, destination.chainId);
  return gasDrop === 0n || !chain ? null : nativeSum(gasDrop, chain, sum);
}
