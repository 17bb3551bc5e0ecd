import { describe, expect, it } from 'vitest';
import { config, offerOf, pairOf, registry, routeFor, terms } from '../../../tools/lab/web/fixtures.ts';
import type { Transfer } from '../../transfer/model/transfer.ts';
import { tokenChoices } from '../model/choices.ts';
import type { Wish } from './tokenEntries.ts';
import { compareValues, tokenEntries } from './tokenEntries.ts';

const [north, south] = config.chains;
const back = ['Southshore', 'Northshore'] as const;
const { routes } = offerOf([pairOf('USDC'), pairOf('WBTC'), pairOf('USDC', back)]);
if (!north || !south || !routes) throw new Error('the fixtures have no routes');

const route = routeFor('USDC');
const offered = tokenChoices(route, routes, registry);
const keyOf = (chainName: string, name: string) =>
  offered.find((choice) => choice.chain.name === chainName && choice.name === name)?.key ?? '';
const nothing = { search: '', chainId: null, hidesTestnets: false };

type Given = { readonly balances?: readonly (readonly [string, bigint])[]; readonly transfers?: readonly Transfer[] };

const list = (wish: Partial<Wish>, { balances = [], transfers = [] }: Given = {}) => {
  const known = {
    ...{ offered, refused: [], route, routes, transfers },
    ...{ featured: [{ from: 'Northshore', to: 'Southshore', token: 'WBTC' }], balances: new Map(balances) },
  };
  return tokenEntries(known, { ...nothing, ...wish })
    .filter(({ items }) => items.length > 0)
    .map(({ kind, items }) => [kind, ...items.map(({ choice }) => `${choice.name} ${choice.chain.name}`)]);
};

describe('the sections of the token selector', () => {
  it('are the featured routes, then the tokens here and elsewhere', () => {
    expect(list({})).toEqual([
      ['featured', 'WBTC Northshore'],
      ['here', 'USDC Northshore', 'WBTC Northshore'],
      ['elsewhere', 'USDC Southshore'],
    ]);
  });

  it("begin with this browser's routes, followed by the tokens that the account holds", () => {
    const sent: Transfer = { status: 'abandoned', terms, attempt: null };
    const balances = [[keyOf('Southshore', 'USDC'), 5n] as const];
    expect(list({}, { balances, transfers: [sent] })).toEqual([
      ['recent', 'USDC Northshore'],
      ['featured', 'WBTC Northshore'],
      ['held', 'USDC Southshore'],
      ['here', 'USDC Northshore', 'WBTC Northshore'],
    ]);
  });

  it('are one list for a search, the best match first', () => {
    expect(list({ search: 'usdc south' })).toEqual([[null, 'USDC Southshore']]);
    expect(list({ search: 'no such token' })).toEqual([]);
  });

  it('have only the tokens of the chosen chain', () => {
    expect(list({ chainId: south.id })).toEqual([[null, 'USDC Southshore']]);
  });

  it('leave out testnets, which a search shows with the reason', () => {
    const testnets = offered.map((choice) => ({ ...choice, chain: { ...choice.chain, testnet: true } }));
    const known = { offered: testnets, refused: [], route, routes, transfers: [], featured: [], balances: new Map() };
    const entriesOf = (search: string) =>
      tokenEntries(known, { ...nothing, search, hidesTestnets: true }).flatMap(({ items }) => items);
    expect(entriesOf('')).toEqual([]);
    expect(entriesOf('wbtc').map(({ choice }) => choice.obstacle)).toEqual(['testnetsHidden']);
  });
});

const priced = (amount: bigint, decimals: number, value: string | null) => ({
  ...{ amount, decimals },
  price: value === null ? null : { currency: 'USD', value, atMs: 0 },
});

it('orders holdings by value, whatever their decimals, and those without a price first', () => {
  const bitcoin = priced(2n * 10n ** 7n, 8, '60000.5');
  const ether = priced(10n ** 18n, 18, '3000');
  const dust = priced(1n, 18, '0.000000000000000000000000000001');
  const unknown = priced(10n ** 30n, 6, null);
  expect([bitcoin, unknown, ether, dust].sort(compareValues)).toEqual([unknown, dust, ether, bitcoin]);
  expect(compareValues(unknown, unknown)).toBe(0);
});
