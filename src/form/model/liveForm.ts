import type { Address } from 'viem';
import type { TokenPrice } from '#shared/wire/pairs.ts';
import type { Routes } from '../../api/offer.ts';
import type { Answer } from '../../lib/answers.ts';
import { answerTo } from '../../lib/answers.ts';
import type { FiatPrice } from './fiat.ts';
import { amountTextFor, hasMoved } from './fiat.ts';
import type { Form, FormAction } from './form.ts';
import { reduceForm, refreshForm } from './form.ts';

/** What a form depends on and can change without an action of the person. */
export type Surroundings = {
  readonly routes: Routes;
  readonly account: Address | undefined;
  readonly priceOf: (price: TokenPrice | null) => FiatPrice | null;
};

/** An action of the person, or one that results from the answer to an earlier action. */
export type Step = { readonly revision: number; readonly action: FormAction } | { readonly answer: Answer<FormAction> };

/** Identifies the state that asks for an amount. Changing the recipient doesn't affect it. */
export function stateKey(
  { revision, route }: Pick<Form, 'revision' | 'route'>,
  { account }: Pick<Surroundings, 'account'>,
) {
  const { origin, destination, originToken } = route;
  return [revision, account ?? '', origin.id, originToken.address, destination.id].join(' ');
}

/** The form for the current routes. A value in a currency is converted again once its price has moved. */
export function showForm(stored: Form, { routes, priceOf }: Surroundings): Form {
  const form = refreshForm(stored, routes);
  const { fiatText, fiatPrice, route } = form;
  const price = fiatText === null ? null : priceOf(route.pair.origin.price);
  if (fiatText === null || !hasMoved(fiatPrice, price)) return form;
  const amountText = amountTextFor(fiatText, price, route.originToken.decimals);
  return { ...form, amountText, fiatPrice: price, isPriceNew: fiatPrice !== null };
}

/** The form after a step. An answer to any state but the current one changes nothing. */
export function takeStep(stored: Form, step: Step, around: Surroundings): Form {
  const form = showForm(stored, around);
  const action = 'answer' in step ? answerTo(step.answer, stateKey(form, around)) : step.action;
  if (!action) return form;
  const revision = 'answer' in step ? form.revision : step.revision;
  return showForm({ ...reduceForm(form, action, around.routes), revision, isPriceNew: false }, around);
}
