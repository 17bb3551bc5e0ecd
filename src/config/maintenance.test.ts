import { describe, expect, it } from 'vitest';
import type { Maintenance } from '#shared/config/installationConfig.ts';
import { routeFor } from '../../tools/lab/web/fixtures.ts';
import { closureOf, currentNotices, nextEnd } from './maintenance.ts';

const there = routeFor('USDC');
const back = routeFor('USDC', ['Southshore', 'Northshore']);
const other = routeFor('WBTC');

/** Whether an entry closes the route there, the route back, and another token's route. */
const closed = (entry: Maintenance) => [there, back, other].map((route) => closureOf(route, [entry]) === entry);

describe('maintenance', () => {
  it('of everything closes each route', () => {
    expect(closed({})).toEqual([true, true, true]);
  });

  it('of a chain closes the routes from and to it', () => {
    expect(closed({ chains: ['Northshore'] })).toEqual([true, true, true]);
    expect(closed({ chains: ['Elsewhere'] })).toEqual([false, false, false]);
  });

  it('of a route closes one direction, and only one token if it names one', () => {
    const route = { from: 'Northshore', to: 'Southshore' };
    expect(closed({ routes: [route] })).toEqual([true, false, true]);
    expect(closed({ routes: [{ ...route, token: 'WBTC' }] })).toEqual([false, false, true]);
  });

  it('with an empty list leaves each route open', () => {
    expect(closureOf(there, [])).toBeNull();
  });
});

describe('the notices', () => {
  const banner = { text: { en: 'Soon' }, tone: 'info' as const, until: 2000 };
  const maintenance = [{ until: 1000 }, { chains: ['Northshore'] }];

  it('leave out those that have ended', () => {
    expect(currentNotices({ banner, maintenance }, 999)).toEqual({ banner, maintenance });
    expect(currentNotices({ banner, maintenance }, 1000)).toEqual({ banner, maintenance: maintenance.slice(1) });
    expect(currentNotices({ banner, maintenance }, 2000).banner).toBeNull();
    expect(currentNotices({}, 0)).toEqual({ banner: null, maintenance: [] });
  });

  it('change next when the first of them ends', () => {
    expect(nextEnd({ banner, maintenance })).toBe(1000);
    expect(nextEnd({ banner: null, maintenance: [{}] })).toBeNull();
  });
});
