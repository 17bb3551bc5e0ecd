import { describe, expect, it } from 'vitest';
import { ACCOUNT, pairOf, registry, routeFor } from '../../tools/lab/web/fixtures.ts';
import { isSameRoute, joinRoute } from './registry.ts';

describe('joinRoute', () => {
  const honest = pairOf('USDC');

  it.each([
    ['another deposit contract', { ...honest, depositContract: ACCOUNT }],
    ['another origin token', { ...honest, origin: { ...honest.origin, token: ACCOUNT } }],
    ['another destination token', { ...honest, destination: { ...honest.destination, token: ACCOUNT } }],
    ['other decimals', { ...honest, origin: { ...honest.origin, decimals: 18 } }],
    ['another chain id', { ...honest, destination: { ...honest.destination, chainId: 1 } }],
    ['an unknown chain', { ...honest, origin: { ...honest.origin, chainName: 'Atlantis' } }],
    ['an unknown token', { ...honest, tokenName: 'USDС' }],
  ])('rejects a pair with %s', (_what, pair) => {
    expect(joinRoute(registry, pair)).toBeNull();
  });
});

describe('isSameRoute', () => {
  const route = routeFor('USDC');

  const price = { currency: 'USD', value: '1.01', atMs: 1_800_000_000_000 };
  it.each([
    ['limits', { max: { ...route.pair.max, amount: 1n }, min: { ...route.pair.min, amount: 1n } }],
    ['prices', { origin: { ...route.pair.origin, price }, destination: { ...route.pair.destination, price } }],
    ['usual time', { usualSeconds: 41 }],
    ['funds', { available: false }],
  ])('accepts moved %s', (_what, moved) => {
    expect(isSameRoute(route, { ...route, pair: { ...route.pair, ...moved } })).toBe(true);
  });

  it.each([
    ['another token', routeFor('WBTC')],
    ['the opposite direction', routeFor('USDC', ['Southshore', 'Northshore'])],
    ['another token address', { ...route, pair: { ...route.pair, origin: { ...route.pair.origin, token: ACCOUNT } } }],
    ['an unpinned token', { ...route, isPinned: false }],
  ])('rejects %s', (_difference, other) => {
    expect(isSameRoute(route, other)).toBe(false);
  });
});
