import { describe, expect, it, test } from 'vitest';
import { offerOf, pairOf, routeFor, terms } from '../../../tools/lab/web/fixtures.ts';
import { planTransactions } from '../../transfer/model/transactionPlan.ts';
import { gasBound, gasReserve, nativePriceOf } from './fees.ts';

const native = { ...terms, origin: { ...terms.origin, token: routeFor('ETH').originToken.address } };

describe('the gas of a transfer', () => {
  it('equals what Max keeps for the native token', () => {
    expect(gasBound(planTransactions(native, null), 7n)).toBe(gasReserve(7n));
  });

  it('has room for each approval that the wallet will ask for', () => {
    const bounds = [terms.send, 0n, null].map((allowance) => gasBound(planTransactions(terms, allowance), 1n));
    expect(bounds).toEqual([120_000n, 200_000n, 200_000n]);
    expect(gasBound(planTransactions({ ...terms, resetsAllowance: true }, 1n), 1n)).toBe(280_000n);
  });
});

test('uses the price of the native token on its chain, if a route states it', () => {
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
