import { isNativeToken } from '#shared/address.ts';
import type { TokenPrice } from '#shared/wire/pairs.ts';
import type { Routes } from './registry.ts';

/** The price of the token that pays for gas on a chain; null where no route states it. */
export function nativePriceOf(routes: Routes, chainId: number): TokenPrice | null {
  const sides = routes.flatMap(({ pair }) => [pair.origin, pair.destination]);
  return sides.find((side) => side.chainId === chainId && isNativeToken(side.token) && side.price)?.price ?? null;
}
