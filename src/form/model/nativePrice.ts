import { isNativeToken } from '#shared/address.ts';
import type { TokenPrice } from '#shared/wire/pairs.ts';
import type { Routes } from '../../api/offer.ts';

/** The price of the token that pays for gas on a chain; null where no route states it. */
export function nativePriceOf({ all }: Routes, chainId: number): TokenPrice | null {
  // A form with thousands of routes asks at each keypress, so no list is built.
  for (const { pair } of all) {
    const side = pair.origin.chainId === chainId ? pair.origin : pair.destination;
    if (side.chainId === chainId && side.price && isNativeToken(side.token)) return side.price;
  }
  return null;
}
