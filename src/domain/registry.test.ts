import { describe, expect, it } from 'vitest';
import { ACCOUNT, OTHER_ACCOUNT, pairOf, registry, routeFor } from '../../lab/web/fixtures.ts';
import { isSameRoute, pinRoute, sortOffer } from './registry.ts';

describe('pinRoute', () => {
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
    expect(pinRoute(registry, pair)).toBeNull();
  });
});

describe('isSameRoute', () => {
  const route = routeFor('USDC');

  it('accepts moved limits', () => {
    const moved = { ...route.pair, max: { ...route.pair.max, amount: 1n }, min: { ...route.pair.min, amount: 1n } };
    expect(isSameRoute(route, { ...route, pair: moved })).toBe(true);
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

describe('a pair with an unpinned token', () => {
  const honest = pairOf('USDC');
  const unpinned = {
    ...honest,
    tokenName: 'NEW',
    origin: { ...honest.origin, token: ACCOUNT },
    destination: { ...honest.destination, token: OTHER_ACCOUNT },
  };

  it('is unverifiable by default', () => {
    expect(sortOffer(registry, [honest, unpinned], false)).toMatchObject({
      routes: [{ isPinned: true }],
      unverifiable: [unpinned],
    });
  });

  it('gives an unpinned route if the installation allows it', () => {
    expect(sortOffer(registry, [unpinned], true)).toMatchObject({ routes: [{ isPinned: false }], unverifiable: [] });
  });

  it.each([
    ['it has a pinned token’s name and another address', { ...unpinned, tokenName: 'USDC' }],
    ['it has a pinned token’s address under another name', { ...unpinned, origin: honest.origin }],
    ['it names another deposit contract', { ...unpinned, depositContract: ACCOUNT }],
    ['its origin chain is not pinned', { ...unpinned, origin: { ...unpinned.origin, chainId: 1 } }],
  ])('stays unverifiable if %s', (_what, pair) => {
    expect(sortOffer(registry, [pair], true)).toEqual({ routes: null, unverifiable: [pair] });
  });
});
