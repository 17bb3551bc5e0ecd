import type { TokenPrice } from '#shared/wire/pairs.ts';
import type { FiatPrice } from '../model/fiat.ts';
import { readPrice } from '../model/fiat.ts';

/** Reads a price of the service; null where it has none that is current. */
export const priceNow = (price: TokenPrice | null): FiatPrice | null => readPrice(price, Date.now());
