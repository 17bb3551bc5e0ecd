import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OTHER_ACCOUNT, routeFor, routesOf } from '../../../tools/lab/web/fixtures.ts';
import type { Routes } from '../../api/offer.ts';
import type { Route } from '../../config/registry.ts';
import type { ChainChoice } from './choices.ts';
import { destinationChoices, originChoices } from './choices.ts';
import type { Form, FormAction } from './form.ts';
import { draftOf, emptyDraft, reduceForm, refreshForm, resolveForm } from './form.ts';
import { hasReverse, namesOf } from './pickRoute.ts';

const template = routeFor('USDC');

function routeOf(origin: string, destination: string, tokenName: string): Route {
  const chain = (name: string) => ({ ...template.origin, name, id: name.charCodeAt(0) });
  const token = { ...template.originToken, name: tokenName };
  return {
    pair: { ...template.pair, tokenName },
    origin: chain(origin),
    destination: chain(destination),
    originToken: token,
    destinationToken: token,
    isPinned: true,
  };
}

const price = { currency: 'USD', perToken: 10n ** 18n, atMs: 0 };
const chains = ['A', 'B', 'C', 'D'];
const tokens = ['USDC', 'WBTC', 'ETH'];
const allRoutes = chains.flatMap((from) =>
  chains.filter((to) => to !== from).flatMap((to) => tokens.map((token) => routeOf(from, to, token))),
);

const someRoutes: fc.Arbitrary<Routes> = fc
  .shuffledSubarray(allRoutes, { minLength: 1, maxLength: 12 })
  .map(([first = template, ...others]) => routesOf(first, ...others));

const chainList = chains.map((name) => routeOf(name, '', '').origin);

/** A user action. `pick` selects one of the options on the screen at that step, and wraps around. */
type Step = { readonly type: FormAction['type']; readonly pick: number; readonly text: string };

const anyStep: fc.Arbitrary<Step> = fc.record({
  type: fc.constantFrom<FormAction['type']>(
    'originChosen',
    'destinationChosen',
    'routeChosen',
    'amountTyped',
    'amountChosen',
    'fiatTyped',
    'fiatShown',
    'recipientTyped',
    'gasDropChosen',
    'directionFlipped',
    'sent',
  ),
  pick: fc.nat(100),
  text: fc.constantFrom('', '1', '2.5', '0x12'),
});

function pickFrom<T>(items: readonly T[], at: number): T {
  const item = items[at % items.length];
  if (item === undefined) throw new Error('the screen has no options');
  return item;
}

function toAction({ type, pick, text }: Step, form: Form, routes: Routes): FormAction {
  const open = (choices: readonly ChainChoice[]) => choices.filter(({ obstacle }) => obstacle === null);
  switch (type) {
    case 'originChosen':
      return { type, chainName: pickFrom(open(originChoices(form.route, routes, chainList)), pick).chain.name };
    case 'destinationChosen':
      return { type, chainName: pickFrom(open(destinationChoices(form.route, routes, chainList)), pick).chain.name };
    case 'routeChosen':
      return { type, ...namesOf(pickFrom(routes.all, pick)) };
    case 'amountTyped':
    case 'amountChosen':
      return { type, text, entry: pick % 2 === 0 ? 'send' : 'receive' };
    case 'fiatShown':
      return { type, text: `${pick}`, amountText: text, price };
    case 'fiatTyped':
    case 'recipientTyped':
      return { type, text };
    case 'gasDropChosen':
      return { type, gasDrop: { recipient: OTHER_ACCOUNT, amount: BigInt(pick) } };
    case 'directionFlipped':
    case 'sent':
      return { type };
  }
}

/** The form fields that the action must set. */
function effectOf(action: FormAction, form: Form, routes: Routes): Partial<ReturnType<typeof draftOf>> {
  const { originName, destinationName } = namesOf(form.route);
  switch (action.type) {
    case 'originChosen':
      return { originName: action.chainName };
    case 'destinationChosen':
      return { originName, destinationName: action.chainName };
    case 'routeChosen': {
      const { type: _type, ...names } = action;
      return names;
    }
    case 'amountTyped':
    case 'amountChosen': {
      const { entry, text: amountText } = action;
      const isAmountPlain = action.type === 'amountChosen';
      return { entry, amountText, isAmountPlain, fiatText: null };
    }
    case 'fiatTyped':
      return { entry: 'send', amountText: '', isAmountPlain: true, fiatText: action.text, fiatPrice: null };
    case 'fiatShown': {
      const { text: fiatText, amountText, price: fiatPrice } = action;
      return { entry: 'send', amountText, isAmountPlain: true, fiatText, fiatPrice };
    }
    case 'recipientTyped':
      return { recipientText: action.text, isRecipientFromLink: false };
    case 'gasDropChosen':
      return draftOf(form);
    case 'directionFlipped':
      return hasReverse(form.route, routes)
        ? { originName: destinationName, destinationName: originName, recipientText: '' }
        : draftOf(form);
    case 'sent':
      return { amountText: '' };
  }
}

/** Runs the steps, switches to the next offer every four steps, and calls `inspect` after each step. */
function run(
  offers: readonly Routes[],
  steps: readonly Step[],
  inspect: (seen: { before: Form; action: FormAction; after: Form; routes: Routes }) => void,
): void {
  let routes = pickFrom(offers, 0);
  let form = resolveForm(emptyDraft, routes);
  steps.forEach((step, index) => {
    routes = pickFrom(offers, Math.floor(index / 4));
    const before = refreshForm(form, routes);
    const action = toAction(step, before, routes);
    form = reduceForm(before, action, routes);
    inspect({ before, action, after: form, routes });
  });
}

const offersAndSteps = [
  fc.array(someRoutes, { minLength: 1, maxLength: 3 }),
  fc.array(anyStep, { minLength: 1, maxLength: 12 }),
] as const;

describe('a sequence of actions', () => {
  it('always leaves the form on a route that the service offers, and a refresh changes nothing', () => {
    fc.assert(
      fc.property(...offersAndSteps, (offers, steps) =>
        run(offers, steps, ({ after, routes }) => {
          expect(routes.all).toContain(after.route);
          expect(refreshForm(after, routes)).toEqual(after);
        }),
      ),
    );
  });

  it('applies every action, even after the offered routes change', () => {
    fc.assert(
      fc.property(...offersAndSteps, (offers, steps) =>
        run(offers, steps, ({ before, action, after, routes }) => {
          expect(draftOf(after)).toMatchObject(effectOf(action, before, routes));
        }),
      ),
    );
  });

  it('clears the amount only when a new chain changes the token, a fiat amount loses its price, or the transfer is sent', () => {
    fc.assert(
      fc.property(...offersAndSteps, (offers, steps) =>
        run(offers, steps, ({ before, action, after }) => {
          if (['amountTyped', 'amountChosen', 'fiatTyped', 'fiatShown'].includes(action.type)) return;
          const hasOtherToken = before.route.pair.tokenName !== after.route.pair.tokenName;
          const keepsUnits = action.type === 'routeChosen' && before.fiatText === null;
          const isCleared = action.type === 'sent' || (hasOtherToken && !keepsUnits);
          expect(after.amountText).toBe(isCleared ? '' : before.amountText);
          // The field keeps the unit that the person chose, token or fiat.
          expect(after.fiatText === null).toBe(before.fiatText === null);
        }),
      ),
    );
  });
});
