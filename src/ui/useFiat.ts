import type { Amount } from '#shared/amount.ts';
import { displayFiat } from '../i18n/displayFiat.ts';
import { useLanguage } from '../i18n/useTexts.ts';
import type { FiatPrice } from '../lib/fiatPrice.ts';
import { FIAT_DECIMALS, fiatOf, priceNow } from '../lib/fiatPrice.ts';

/**
 * Values in the currency of the service's prices, in the person's locale. Without a current price there is no value.
 */
export function useFiat() {
  const { locale } = useLanguage();
  return {
    locale,
    priceOf: priceNow,
    show: (amount: Amount, price: FiatPrice): string =>
      displayFiat({ amount: fiatOf(amount, price), decimals: FIAT_DECIMALS }, price.currency, locale),
  };
}
