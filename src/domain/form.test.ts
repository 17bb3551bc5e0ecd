import { describe, expect, it } from 'vitest';
import { ACCOUNT, config, OTHER_ACCOUNT, pairOf, registry, routeFor } from '../../lab/web/fixtures.ts';
import type { FormState } from './form.ts';
import { emptyForm, optionsOf, reduceForm, routeOf } from './form.ts';
import { toIntent } from './intent.ts';
import { maxSpendable } from './quote.ts';
import { pinRoute, sortOffer } from './registry.ts';

const back = ['Southshore', 'Northshore'] as const;
const pairs = ['USDC', 'WBTC', 'ETH'].flatMap((token) => [pairOf(token), pairOf(token, back)]);
const { routes } = sortOffer(registry, pairs, false);
if (!routes) throw new Error('the fixtures pin no route');

const chosen: FormState = { ...emptyForm, originName: 'Northshore', destinationName: 'Southshore', tokenName: 'WBTC' };

describe('the form', () => {
  it('stands on a route before anything is chosen', () => {
    expect(routeOf(emptyForm, routes).pair.tokenName).toBe('USDC');
  });

  it('finds the route of what is chosen', () => {
    const route = routeOf(chosen, routes);
    expect([route.origin.name, route.destination.name, route.pair.tokenName]).toEqual([
      'Northshore',
      'Southshore',
      'WBTC',
    ]);
  });

  it('stays on a route when a link names chains and tokens that do not exist', () => {
    expect(routeOf({ ...emptyForm, originName: 'Atlantis', tokenName: 'GOLD' }, routes)).toBe(routes[0]);
  });

  it('turns round when the other side’s chain is chosen, and forgets the typed recipient', () => {
    const form = { ...chosen, recipientText: OTHER_ACCOUNT };
    const turned = reduceForm(form, { type: 'originChosen', chainName: 'Southshore' });
    expect(turned).toMatchObject({ originName: 'Southshore', destinationName: 'Northshore', recipientText: '' });
    expect(reduceForm(form, { type: 'directionFlipped' })).toEqual(turned);
  });

  it('empties the amount with another token: it was typed in other units', () => {
    const form = { ...chosen, amountText: '5' };
    expect(reduceForm(form, { type: 'tokenChosen', tokenName: 'USDC' }).amountText).toBe('');
    expect(reduceForm(form, { type: 'tokenChosen', tokenName: 'WBTC' }).amountText).toBe('5');
  });

  it('offers every origin, and what can be reached from the chosen one', () => {
    const options = optionsOf(routeOf(chosen, routes), routes);
    expect(options.origins.map(({ name }) => name)).toEqual(['Northshore', 'Southshore']);
    expect(options.destinations.map(({ name }) => name)).toEqual(['Southshore']);
    expect(options.tokens.map(({ name }) => name)).toEqual(['USDC', 'WBTC', 'ETH']);
  });
});

describe('an intent', () => {
  const route = routeFor('USDC');
  const form: FormState = { ...emptyForm, amountText: '1.5' };

  it('pays one’s own account when no other is named', () => {
    expect(toIntent(form, route, ACCOUNT)).toMatchObject({
      ok: true,
      intent: { recipient: ACCOUNT, amount: 1_500_000n },
    });
  });

  it.each([
    ['1e3', 'notDecimal'],
    ['-1', 'notDecimal'],
    ['1,5', 'notDecimal'],
    ['1.0000001', 'tooManyDecimals'],
    ['0', 'zero'],
    ['0.000', 'zero'],
    ['', 'empty'],
  ])('is not made of the amount %j', (amountText, amountProblem) => {
    expect(toIntent({ ...form, amountText }, route, ACCOUNT)).toMatchObject({ ok: false, amountProblem });
  });

  it.each([
    ['0x123', 'notAnAddress'],
    [` ${OTHER_ACCOUNT}`, 'notAnAddress'],
    [OTHER_ACCOUNT.replace('B', 'b'), 'notAnAddress'],
    [`eth:${OTHER_ACCOUNT}`, 'notAnAddress'],
    ['0x0000000000000000000000000000000000000000', 'zeroAddress'],
    [config.chains[0]?.depositContract ?? '', 'bridgeAddress'],
    [config.chains[1]?.payoutContract ?? '', 'bridgeAddress'],
    [config.chains[0]?.makers[0] ?? '', 'bridgeAddress'],
    [config.chains[1]?.tokens[0]?.address ?? '', 'tokenAddress'],
  ])('is not made of the recipient %s', (recipientText, recipientProblem) => {
    expect(toIntent({ ...form, recipientText }, route, ACCOUNT)).toMatchObject({ ok: false, recipientProblem });
  });
});

describe('a pair that the service offers', () => {
  const honest = pairOf('USDC');

  it.each([
    ['another deposit contract', { ...honest, depositContract: ACCOUNT }],
    ['another origin token', { ...honest, origin: { ...honest.origin, token: ACCOUNT } }],
    ['another destination token', { ...honest, destination: { ...honest.destination, token: ACCOUNT } }],
    ['other decimals', { ...honest, origin: { ...honest.origin, decimals: 18 } }],
    ['another chain id', { ...honest, destination: { ...honest.destination, chainId: 1 } }],
    ['an unknown chain', { ...honest, origin: { ...honest.origin, chainName: 'Atlantis' } }],
    ['an unknown token', { ...honest, tokenName: 'USDС' }],
  ])('is not offered to anybody with %s', (_what, pair) => {
    expect(pinRoute(registry, pair)).toBeNull();
  });
});

describe('a pair of a token that is not pinned', () => {
  const honest = pairOf('USDC');
  const foreign = {
    ...honest,
    tokenName: 'NEW',
    origin: { ...honest.origin, token: ACCOUNT },
    destination: { ...honest.destination, token: OTHER_ACCOUNT },
  };

  it('is off, and told, unless the installation allows it', () => {
    expect(sortOffer(registry, [honest, foreign], false)).toMatchObject({
      routes: [{ isPinned: true }],
      unverifiable: [foreign],
    });
  });

  it('is on and marked where the installation allows it', () => {
    expect(sortOffer(registry, [foreign], true)).toMatchObject({ routes: [{ isPinned: false }], unverifiable: [] });
  });

  it.each([
    ['has a pinned token’s name and another address', { ...foreign, tokenName: 'USDC' }],
    ['has a pinned token’s address under another name', { ...foreign, origin: honest.origin }],
    ['goes through another deposit contract', { ...foreign, depositContract: ACCOUNT }],
    ['starts on a chain that is not pinned', { ...foreign, origin: { ...foreign.origin, chainId: 1 } }],
  ])('is off all the same where it %s', (_what, pair) => {
    expect(sortOffer(registry, [pair], true)).toEqual({ routes: null, unverifiable: [pair] });
  });
});

describe('Max', () => {
  it('is the whole balance of a token, and leaves gas of the native one', () => {
    expect(maxSpendable(500n, false, 10n)).toBe(500n);
    expect(maxSpendable(10n ** 18n, true, 10n ** 9n)).toBe(10n ** 18n - 120_000n * 10n ** 9n);
    expect(maxSpendable(5n, true, 10n ** 9n)).toBe(0n);
  });
});
