import type { Amount } from '#shared/amount.ts';
import type { TokenPrice } from '#shared/wire/pairs.ts';
import { useAppServices } from '../../../context/appServices.ts';
import type { FiatPrice } from '../../../domain/fiat.ts';
import { FIAT_DECIMALS, fiatOf, readPrice } from '../../../domain/fiat.ts';
import { displayFiat } from '../../../words/displayFiat.ts';
import { useLanguage } from '../../../words/language.ts';

const DAY_MS = 86_400_000;

/** Reads a price of the service; null where it has none that is current. */
export function usePriceOf(): (price: TokenPrice | null) => FiatPrice | null {
  const { config } = useAppServices();
  return (price) => readPrice(price, Date.now(), config.prices.maxAgeDays * DAY_MS);
}

/** Values in the currency of the service's prices, in the person's locale. Without a current price there is no value. */
export function useFiat() {
  const { locale } = useLanguage();
  return {
    locale,
    priceOf: usePriceOf(),
    show: (amount: Amount, price: FiatPrice): string =>
      displayFiat({ amount: fiatOf(amount, price), decimals: FIAT_DECIMALS }, price.currency, locale),
  };
}
