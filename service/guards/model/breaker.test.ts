import { zeroAddress } from 'viem';
import { describe, expect, test } from 'vitest';
import { createSampleCatalog, pickChain } from '../../../tools/lab/service/sampleCatalog.ts';
import type { Catalog } from '../../boot/model/catalog.ts';
import type { Flow } from './breaker.ts';
import { findTrip, listUnitPrices, totalFlows } from './breaker.ts';

function boundBy(maxNetOutflow: string): Catalog {
  return createSampleCatalog((file) => Object.assign(file.guards, { maxNetOutflow }));
}

const [origin, destination] = boundBy('1').chains;
if (!origin || !destination) throw new Error('the example has two chains');
const usdc = (catalog: Catalog, name: string) => {
  const token = catalog.tokens.find((candidate) => candidate.name === 'USDC')?.deployments.get(name);
  if (!token) throw new Error('the example has USDC');
  return token;
};

/** An amount of whole USDC that came in on the origin, or left on the destination. */
function flow(direction: Flow['direction'], amount: number): Flow {
  const catalog = boundBy('1');
  const chain = direction === 'in' ? origin : destination;
  if (!chain) throw new Error('no chain');
  const { address, decimals } = usdc(catalog, chain.name);
  return { chainId: chain.id, direction, token: address, amount: BigInt(amount) * 10n ** BigInt(decimals) };
}

function tripOf(catalog: Catalog, flows: readonly Flow[], uncovered: bigint | null) {
  if (!catalog.breaker) throw new Error('no breaker');
  return findTrip(catalog, catalog.breaker, { flows, uncovered });
}

const scaled = (value: bigint) => value * 10n ** 18n;

describe('findTrip', () => {
  const net = boundBy('1000');

  test('allows payments without deposits up to the limit, and stops everything above it', () => {
    expect(tripOf(net, [flow('in', 5000), flow('out', 6000)], scaled(1000n))).toBeNull();
    expect(tripOf(net, [flow('in', 5000), flow('out', 6001)], scaled(1001n))).toBe(
      'in 21600 s the vaults paid 6001, 1001 of it without deposits; maxNetOutflow is 1000',
    );
  });

  test('allows any amount of payments with deposits', () => {
    expect(tripOf(net, [flow('in', 50_000), flow('out', 50_000)], 0n)).toBeNull();
  });

  test.each([
    ['of a token without a price', { ...flow('out', 1), token: zeroAddress, chainId: destination.id }],
    ['on a chain that the configuration lacks', { ...flow('out', 1), chainId: 999 }],
  ])('stops everything after a payment %s', (_what, unknown) => {
    const catalog = { ...net, tokens: net.tokens.filter(({ name }) => name === 'USDC') };
    expect(tripOf(catalog, [unknown], null)).toContain('paid an unknown value');
  });

  test('counts a deposit of a token without a price as nothing', () => {
    const catalog = { ...net, tokens: net.tokens.filter(({ name }) => name === 'USDC') };
    const unknown = { ...flow('in', 1_000_000), token: zeroAddress };
    expect(totalFlows(catalog, [unknown]).inflow).toBe(0n);
  });
});

test('knows the prices on a chain that was closed during the window', () => {
  const closed = createSampleCatalog((file) => {
    Object.assign(file.guards, { maxNetOutflow: '1000' });
    Object.assign(file.chains.find(({ name }) => name === destination.name) ?? {}, { status: 'closed' });
  });
  expect(closed.chains.map(({ name }) => name)).not.toContain(destination.name);
  expect(listUnitPrices(closed)).toEqual(expect.arrayContaining([...listUnitPrices(boundBy('1'))]));
  expect(totalFlows(closed, [flow('in', 10), flow('out', 7)])).toEqual({ inflow: scaled(10n), outflow: scaled(7n) });
});

test('lists what a unit of each token is worth on each of its chains', () => {
  const prices = listUnitPrices(boundBy('1'));
  expect(prices).toContainEqual({
    ...{ chainId: origin.id, token: usdc(boundBy('1'), origin.name).address, price: scaled(1n) },
    unit: 10n ** BigInt(usdc(boundBy('1'), origin.name).decimals),
  });
});

test('flows of several chains count together', () => {
  const catalog = boundBy('1');
  const { id } = pickChain(catalog, destination.name);
  const back = { ...flow('in', 20), chainId: id, token: usdc(catalog, destination.name).address };
  const returned = { ...back, amount: 20n * 10n ** BigInt(usdc(catalog, destination.name).decimals) };
  expect(totalFlows(catalog, [flow('in', 10), returned, flow('out', 7)])).toEqual({
    inflow: 30n * 10n ** 18n,
    outflow: 7n * 10n ** 18n,
  });
});
