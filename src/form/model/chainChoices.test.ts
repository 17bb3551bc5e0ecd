import { describe, expect, it } from 'vitest';
import { config, offerOf, pairOf, routeFor } from '../../../lab/web/fixtures.ts';
import { destinationChoices, originChoices } from './chainChoices.ts';

const [north, south] = config.chains;
if (!north || !south) throw new Error('the fixtures have no two chains');
const west = { ...south, name: 'Westshore', id: 31339 };
const chains = [north, south, west];
const route = routeFor('USDC');

function routesOf(...pairs: ReturnType<typeof pairOf>[]) {
  const { routes } = offerOf(pairs);
  if (!routes) throw new Error('the fixtures pin no route');
  return routes;
}

describe('originChoices', () => {
  it('names a chain without routes and one without funds', () => {
    const short = { ...pairOf('USDC', ['Southshore', 'Northshore']), available: false };
    const choices = originChoices(route, routesOf(pairOf('USDC'), short), chains);
    expect(choices.map(({ chain, obstacle }) => [chain.name, obstacle])).toEqual([
      ['Northshore', null],
      ['Southshore', 'fundsShort'],
      ['Westshore', 'noRoute'],
    ]);
  });

  it('offers a chain with funds for another token, and names the token that it brings', () => {
    const back = ['Southshore', 'Northshore'] as const;
    const [, choice] = originChoices(route, routesOf(pairOf('USDC'), pairOf('WBTC', back)), chains);
    expect(choice).toEqual({ chain: south, obstacle: null, otherToken: 'WBTC' });
  });
});

describe('destinationChoices', () => {
  it('leaves out the origin, and names a chain that no route reaches', () => {
    const choices = destinationChoices(route, routesOf(pairOf('USDC'), pairOf('ETH')), chains);
    expect(choices).toEqual([
      { chain: south, obstacle: null, otherToken: null },
      { chain: west, obstacle: 'noRoute', otherToken: null },
    ]);
  });
});
