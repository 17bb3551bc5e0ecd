import { useAppServices } from '../app/services.ts';
import { chainById } from '../config/registry.ts';
import { useTexts } from '../i18n/useTexts.ts';
import type { TransferTerms } from './model/transferTerms.ts';

/** The native tokens that arrive with a payout, such as "0.01 ETH"; null without any. */
export function useGasOnArrival({ gasDrop, destination }: TransferTerms): string | null {
  const { sum } = useTexts('app');
  const chain = chainById(useAppServices().registry, destination.chainId);
  if (gasDrop === 0n || !chain) return null;
  const { symbol, decimals } = chain.nativeCurrency;
  return sum({ amount: gasDrop, decimals }, symbol);
}
