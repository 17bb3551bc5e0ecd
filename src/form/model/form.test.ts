import { describe, expect, it } from 'vitest';
import { OTHER_ACCOUNT, offerOf, pairOf } from '../../../tools/lab/web/fixtures.ts';
import type { Form, FormAction, FormDraft } from './form.ts';
import { emptyDraft, reduceForm, refreshForm, resolveForm } from './form.ts';
import { namesOf } from './pickRoute.ts';

const back = ['Southshore', 'Northshore'] as const;
const pairs = ['USDC', 'WBTC', 'ETH'].flatMap((token) => [pairOf(token), pairOf(token, back)]);
const { routes } = offerOf(pairs);
const { routes: onlyUsdc } = offerOf([pairOf('USDC')]);
if (!routes || !onlyUsdc) throw new Error('the fixtures pin no route');

const wbtc: FormDraft = { ...emptyDraft, originName: 'Northshore', destinationName: 'Southshore', tokenName: 'WBTC' };
const wbtcForm = (entries: Partial<FormDraft> = {}): Form => resolveForm({ ...wbtc, ...entries }, routes);

const chooseToken = (tokenName: string): FormAction => ({
  ...{ type: 'routeChosen', originName: 'Northshore', destinationName: 'Southshore' },
  tokenName,
});

describe('resolveForm', () => {
  it('chooses a route for an empty draft', () => {
    expect(resolveForm(emptyDraft, routes).route.pair.tokenName).toBe('USDC');
  });

  it("chooses the route with the draft's names", () => {
    expect(namesOf(wbtcForm().route)).toEqual({
      originName: 'Northshore',
      destinationName: 'Southshore',
      tokenName: 'WBTC',
    });
  });

  it('ignores chains and tokens that do not exist', () => {
    const draft = { ...emptyDraft, originName: 'Atlantis', tokenName: 'GOLD' };
    expect(resolveForm(draft, routes).route).toBe(routes.first);
  });

  it('drops an amount that the draft gives for another token', () => {
    expect(resolveForm({ ...emptyDraft, tokenName: 'GOLD', amountText: '5' }, routes).amountText).toBe('');
    expect(resolveForm({ ...emptyDraft, amountText: '5' }, routes).amountText).toBe('5');
  });
});

describe('reduceForm', () => {
  it('takes a typed amount with the sign of the currency for a value', () => {
    const price = { currency: 'USD', value: '3', atMs: 0 };
    const pair = pairOf('USDC');
    const priced = offerOf([{ ...pair, origin: { ...pair.origin, price } }]).routes;
    if (!priced) throw new Error('the fixtures pin no route');
    const typed = (text: string) =>
      reduceForm(resolveForm(emptyDraft, priced), { type: 'amountTyped', entry: 'send', text }, priced);
    expect(typed('$2')).toMatchObject({ fiatText: '2', amountText: '' });
    expect(typed('2 $')).toMatchObject({ fiatText: '2' });
    expect(typed('€2')).toMatchObject({ fiatText: null, amountText: '€2' });
    expect(typed('2 USDC')).toMatchObject({ fiatText: null, amountText: '2 USDC' });
  });

  it('swaps the direction and clears the recipient when the user chooses the destination as origin', () => {
    const form = wbtcForm({ recipientText: OTHER_ACCOUNT });
    const swapped = reduceForm(form, { type: 'originChosen', chainName: 'Southshore' }, routes);
    expect(swapped.recipientText).toBe('');
    expect(namesOf(swapped.route)).toEqual({
      originName: 'Southshore',
      destinationName: 'Northshore',
      tokenName: 'WBTC',
    });
    expect(reduceForm(form, { type: 'directionFlipped' }, routes)).toEqual(swapped);
  });

  it('swaps the direction of the form that a first visit shows', () => {
    const form = resolveForm(emptyDraft, routes);
    const { originName, destinationName, tokenName } = namesOf(form.route);
    expect(namesOf(reduceForm(form, { type: 'directionFlipped' }, routes).route)).toEqual({
      originName: destinationName,
      destinationName: originName,
      tokenName,
    });
  });

  it('keeps the amount when the user chooses another token', () => {
    const form = wbtcForm({ amountText: '5' });
    expect(reduceForm(form, chooseToken('USDC'), routes).amountText).toBe('5');
    expect(reduceForm(form, chooseToken('WBTC'), routes).amountText).toBe('5');
  });

  it('clears the recipient when the user chooses a route that leads back', () => {
    const form = wbtcForm({ recipientText: OTHER_ACCOUNT, amountText: '5' });
    const back: FormAction = {
      ...{ type: 'routeChosen', originName: 'Southshore', destinationName: 'Northshore', tokenName: 'USDC' },
    };
    expect(reduceForm(form, back, routes)).toMatchObject({ recipientText: '', amountText: '5' });
    expect(reduceForm(form, chooseToken('USDC'), routes)).toMatchObject({ recipientText: OTHER_ACCOUNT });
  });

  it('keeps the amount when the user chooses the token that a link left out', () => {
    const form = resolveForm({ ...emptyDraft, amountText: '5' }, routes);
    expect(reduceForm(form, chooseToken('USDC'), routes).amountText).toBe('5');
  });

  it('keeps the direction if no route leads back', () => {
    const form = resolveForm(emptyDraft, onlyUsdc);
    expect(reduceForm(form, { type: 'directionFlipped' }, onlyUsdc)).toBe(form);
  });
});

describe('refreshForm', () => {
  it('replaces a withdrawn token and drops the amount typed for it', () => {
    const form = refreshForm(wbtcForm({ amountText: '5' }), onlyUsdc);
    expect([form.route, form.amountText]).toEqual([onlyUsdc.first, '']);
  });

  it('restores the form when the service offers the token again', () => {
    const form = wbtcForm({ amountText: '5' });
    expect(refreshForm(form, routes)).toEqual(form);
  });
});

describe('a typed value in a currency', () => {
  const typed = { ...resolveForm(emptyDraft, routes), fiatText: '25', amountText: '24.9' };

  it('is kept for another token, whose amount the form converts again', () => {
    const after = reduceForm(typed, chooseToken('WBTC'), routes);
    expect(after).toMatchObject({ fiatText: '25', amountText: '' });
  });

  it('is kept with its amount when the direction is swapped', () => {
    expect(reduceForm(typed, { type: 'directionFlipped' }, routes)).toMatchObject({
      fiatText: '25',
      amountText: '24.9',
    });
  });

  it('is cleared once the transfer is sent', () => {
    expect(reduceForm(typed, { type: 'sent' }, routes)).toMatchObject({ fiatText: '', amountText: '' });
  });
});
