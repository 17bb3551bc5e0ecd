import { describe, expect, it } from 'vitest';
import { ACCOUNT, config, OTHER_ACCOUNT, offerOf, pairOf, routeFor } from '../../../tools/lab/web/fixtures.ts';
import { createOfferSorter } from '../../api/offer.ts';
import { createRegistry } from '../../config/registry.ts';
import {
  destinationChoices,
  findMatches,
  hasBothKinds,
  hideTestnets,
  originChoices,
  refusedTokens,
  tokenChoices,
} from './choices.ts';

const [north, south] = config.chains;
if (!north || !south) throw new Error('the fixtures have no two chains');
const west = { ...south, name: 'Westshore', id: 31339 };
const chains = [north, south, west];
const registry = createRegistry({ ...config, chains, allowUnpinnedPairs: true });
const route = routeFor('USDC');
const back = ['Southshore', 'Northshore'] as const;
const toWest = (pair: ReturnType<typeof pairOf>) => ({
  ...pair,
  destination: { ...pair.destination, chainName: 'Westshore', chainId: 31339 },
});

function choicesOf(...pairs: ReturnType<typeof pairOf>[]) {
  const { add, offer } = createOfferSorter(registry);
  pairs.forEach(add);
  const { routes } = offer();
  if (!routes) throw new Error('the fixtures pin no route');
  return tokenChoices(route, routes, registry);
}

describe('tokenChoices', () => {
  it('lists each token of each origin once, those of the chosen origin first', () => {
    const choices = choicesOf(pairOf('USDC', back), pairOf('WBTC'), toWest(pairOf('USDC')), pairOf('USDC'));
    expect(choices.map(({ chain, name }) => [chain.name, name])).toEqual([
      ['Northshore', 'WBTC'],
      ['Northshore', 'USDC'],
      ['Southshore', 'USDC'],
    ]);
  });

  it('keeps the chosen destination, unless only another one has funds', () => {
    const destinationOf = (...pairs: ReturnType<typeof pairOf>[]) => choicesOf(...pairs)[0]?.names.destinationName;
    expect(destinationOf(toWest(pairOf('WBTC')), pairOf('WBTC'))).toBe('Southshore');
    expect(destinationOf(toWest(pairOf('WBTC')), { ...pairOf('WBTC'), available: false })).toBe('Westshore');
  });

  it('leads back from the chosen destination', () => {
    expect(choicesOf(toWest(pairOf('USDC', back)), pairOf('USDC', back))[0]?.names.destinationName).toBe('Northshore');
  });

  it('disables a token without funds on any route', () => {
    expect(choicesOf({ ...pairOf('USDC'), available: false })[0]).toMatchObject({ obstacle: 'fundsShort' });
  });

  it('distinguishes tokens with the same name but different addresses, and pins neither', () => {
    const fake = (token: typeof ACCOUNT) => {
      const pair = pairOf('USDC');
      return {
        ...pair,
        tokenName: 'NEW',
        origin: { ...pair.origin, token },
        destination: { ...pair.destination, token },
      };
    };
    const choices = choicesOf(fake(ACCOUNT), toWest(fake(OTHER_ACCOUNT)));
    expect(choices.map(({ name, token, isPinned }) => [name, token?.address, isPinned])).toEqual([
      ['NEW', ACCOUNT, false],
      ['NEW', OTHER_ACCOUNT, false],
    ]);
  });
});

describe('refusedTokens', () => {
  const offered = choicesOf(pairOf('USDC'));
  const refused = { ...pairOf('USDC'), tokenName: 'NEW' };

  it('lists a token that this app cannot verify once, without its address', () => {
    const [choice, ...rest] = refusedTokens([refused, toWest(refused)], offered, registry);
    expect(choice).toMatchObject({ name: 'NEW', token: null, isPinned: false, obstacle: 'unverifiable' });
    expect(rest).toEqual([]);
  });

  it('leaves out offered names, and chains that the registry does not know', () => {
    const elsewhere = { ...refused, origin: { ...refused.origin, chainName: 'Atlantis' } };
    expect(refusedTokens([pairOf('USDC'), elsewhere], offered, registry)).toEqual([]);
  });
});

function routesOf(...pairs: ReturnType<typeof pairOf>[]) {
  const { routes } = offerOf(pairs);
  if (!routes) throw new Error('the fixtures pin no route');
  return routes;
}

describe('originChoices', () => {
  it('marks a chain without routes and one without funds', () => {
    const short = { ...pairOf('USDC', back), available: false };
    const choices = originChoices(route, routesOf(pairOf('USDC'), short), chains);
    expect(choices.map(({ chain, obstacle }) => [chain.name, obstacle])).toEqual([
      ['Northshore', null],
      ['Southshore', 'fundsShort'],
      ['Westshore', 'noRoute'],
    ]);
  });

  it('offers a chain that has funds only for another token, and names that token', () => {
    const [, choice] = originChoices(route, routesOf(pairOf('USDC'), pairOf('WBTC', back)), chains);
    expect(choice).toEqual({ chain: south, obstacle: null, otherToken: 'WBTC' });
  });
});

describe('destinationChoices', () => {
  it('leaves out the origin, and marks a chain that no route reaches', () => {
    const choices = destinationChoices(route, routesOf(pairOf('USDC'), pairOf('ETH')), chains);
    expect(choices).toEqual([
      { chain: south, obstacle: null, otherToken: null },
      { chain: west, obstacle: 'noRoute', otherToken: null },
    ]);
  });
});

const items = [
  { name: 'usdc.e', others: 'arbitrum 42161 0xff' },
  { name: 'usdc', others: 'arbitrum 42161 0xaf' },
  { name: 'usdc', others: 'base 8453 0x83' },
  { name: 'axlusdc', others: 'base 8453 0xeb' },
];
const find = (search: string) => findMatches(items, search, (item) => item).map((item) => items.indexOf(item));

describe('findMatches', () => {
  it('keeps every item in its order without a search', () => {
    expect(find('  ')).toEqual([0, 1, 2, 3]);
  });

  it('puts the exact name first, then names that start with the search, then the others', () => {
    expect(find('USDC')).toEqual([1, 2, 0, 3]);
  });

  it('needs every word, in any field', () => {
    expect(find('usdc base')).toEqual([2, 3]);
    expect(find('base usdc')).toEqual([2, 3]);
    expect(find('usdc optimism')).toEqual([]);
  });

  it('finds an address and a chain id', () => {
    expect(find('0xEB')).toEqual([3]);
    expect(find('42161')).toEqual([0, 1]);
  });
});

const mainnet = { chain: { ...north, testnet: false }, obstacle: null };
const testnet = { chain: { ...south, testnet: true }, obstacle: null };

describe('testnets in the pickers', () => {
  it('stay hidden until the switch shows them, and a search says where they are', () => {
    expect(hideTestnets([mainnet, testnet], false)).toEqual([mainnet]);
    expect(hideTestnets([mainnet, testnet], true)).toEqual([mainnet, { ...testnet, obstacle: 'testnetsHidden' }]);
  });

  it('need no switch in an installation with only one kind of chain', () => {
    expect(hasBothKinds([mainnet.chain, testnet.chain])).toBe(true);
    expect(hasBothKinds([mainnet.chain])).toBe(false);
    expect(hasBothKinds([testnet.chain])).toBe(false);
  });
});
