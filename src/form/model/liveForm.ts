import type { TokenPrice } from '#shared/wire/pairs.ts';
import type { Routes } from '../../api/offer.ts';
import type { FiatPrice } from '../../lib/fiatPrice.ts';
import { amountTextFor, hasMoved } from './fiat.ts';
import type { Form, FormAction } from './form.ts';
import { reduceForm, refreshForm } from './form.ts';

/** What a form depends on and can change without an action of the person. */
export type Surroundings = {
  readonly routes: Routes;
  readonly priceOf: (price: TokenPrice | null) => FiatPrice | null;
};

/** The form for the current routes. A value in a currency is converted again once its price has moved. */
export function showForm(stored: Form, { routes, priceOf }: Surroundings): Form {
  const form = refreshForm(stored, routes);
  const { fiatText, fiatPrice, route } = form;
  const price = fiatText === null ? null : priceOf(route.pair.origin.price);
  if (fiatText === null || !hasMoved(fiatPrice, price)) return form;
  const amountText = amountTextFor(fiatText, price, route.originToken.decimals);
  return { ...form, amountText, fiatPrice: price, isPriceNew: fiatPrice !== null };
}

/** The form after an action of the person. */
export function takeAction(stored: Form, action: FormAction, around: Surroundings): Form {
  const form = showForm(stored, around);
  const next = reduceForm(form, action, around.routes);
  const isKept = next.route === form.route && next.recipientText === form.recipientText;
  return showForm({ ...next, gasDrop: isKept ? next.gasDrop : null, isPriceNew: false }, around);
}
