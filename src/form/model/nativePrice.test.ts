import { expect, test } from 'vitest';
import { offerOf, pairOf } from '../../../lab/web/fixtures.ts';
import { nativePriceOf } from './nativePrice.ts';

test('gas has the price of the native token on its chain, where a route states it', () => {
  const price = { currency: 'USD', value: '3000', atMs: 0 };
  const usdc = pairOf('USDC');
  const ether = pairOf('ETH');
  const priced = { ...ether, destination: { ...ether.destination, price } };
  const routesOf = (...pairs: (typeof usdc)[]) => {
    const { routes } = offerOf(pairs);
    if (!routes) throw new Error('the fixtures pin no route');
    return routes;
  };
  const otherToken = { ...usdc, origin: { ...usdc.origin, price } };
  expect(nativePriceOf(routesOf(usdc, ether, priced), 31338)).toEqual(price);
  expect(nativePriceOf(routesOf(usdc, ether, priced), 31337)).toBeNull();
  expect(nativePriceOf(routesOf(otherToken), 31337)).toBeNull();
});
