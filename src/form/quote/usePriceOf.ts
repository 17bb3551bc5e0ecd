import type { TokenPrice } from '#shared/wire/pairs.ts';
import { useAppServices } from '../../app/services.ts';
import type { FiatPrice } from '../model/fiat.ts';
import { readPrice } from '../model/fiat.ts';

const DAY_MS = 86_400_000;

/** Reads a price of the service; null where it has none that is current. */
export function usePriceOf(): (price: TokenPrice | null) => FiatPrice | null {
  const { config } = useAppServices();
  return (price) => readPrice(price, Date.now(), config.prices.maxAgeDays * DAY_MS);
}
