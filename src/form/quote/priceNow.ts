import type { TokenPrice } from '#shared/wire/pairs.ts';
import type { FiatPrice } from '../model/fiat.ts';
import { readPrice } from '../model/fiat.ts';

/** Reads a price from the service; null if it has no current one. */
export const priceNow = (price: TokenPrice | null): FiatPrice | null => readPrice(price, Date.now());
