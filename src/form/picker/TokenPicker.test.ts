import { expect, it } from 'vitest';
import { config, routeFor, routesOf } from '../../../tools/lab/web/fixtures.ts';
import { createRegistry } from '../../config/registry.ts';
import { offeredTokens } from './TokenPicker.tsx';

it('lists the tokens again only for another route or another offer', () => {
  const registry = createRegistry(config);
  const [usdc, wbtc] = [routeFor('USDC'), routeFor('WBTC')];
  const routes = routesOf(usdc, wbtc);
  const first = offeredTokens(usdc, routes, registry);
  expect(first.map(({ name }) => name)).toEqual(['USDC', 'WBTC']);
  expect(offeredTokens(usdc, routes, registry)).toBe(first);
  expect(offeredTokens(wbtc, routes, registry)).not.toBe(first);
  expect(offeredTokens(usdc, routesOf(usdc), registry)).toHaveLength(1);
});
