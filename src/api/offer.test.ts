import { describe, expect, it } from 'vitest';
import { ACCOUNT, OTHER_ACCOUNT, offerOf, pairOf } from '../../tools/lab/web/fixtures.ts';

describe('a pair with an unpinned token', () => {
  const honest = pairOf('USDC');
  const unpinned = {
    ...honest,
    tokenName: 'NEW',
    origin: { ...honest.origin, token: ACCOUNT },
    destination: { ...honest.destination, token: OTHER_ACCOUNT },
  };

  it('is unverifiable by default', () => {
    expect(offerOf([honest, unpinned])).toMatchObject({
      routes: { all: [{ isPinned: true }] },
      unverifiable: [unpinned],
    });
  });

  it('opens an unpinned route if the installation allows it', () => {
    expect(offerOf([unpinned], true)).toMatchObject({
      routes: { all: [{ isPinned: false }] },
      unverifiable: [],
    });
  });

  it.each([
    ['it has a pinned token’s name and another address', { ...unpinned, tokenName: 'USDC' }],
    ['it has a pinned token’s address under another name', { ...unpinned, origin: honest.origin }],
    ['it names another deposit contract', { ...unpinned, depositContract: ACCOUNT }],
    ['its origin chain is not pinned', { ...unpinned, origin: { ...unpinned.origin, chainId: 1 } }],
  ])('stays unverifiable if %s', (_what, pair) => {
    expect(offerOf([pair], true)).toEqual({ routes: null, unverifiable: [pair] });
  });
});

it("lists each origin's routes in the order of the offer", () => {
  const back = ['Southshore', 'Northshore'] as const;
  const { routes } = offerOf([pairOf('WBTC'), pairOf('USDC', back), pairOf('USDC')]);
  const namesFrom = (origin: string) => routes?.byOrigin.get(origin)?.map(({ pair }) => pair.tokenName);
  expect(namesFrom('Northshore')).toEqual(['WBTC', 'USDC']);
  expect(namesFrom('Southshore')).toEqual(['USDC']);
  expect(routes?.first).toBe(routes?.byOrigin.get('Northshore')?.[0]);
});
