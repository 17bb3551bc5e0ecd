import { visibleText } from '#shared/foreignText.ts';
import type { Routes } from '../api/offer.ts';
import { readFormUrl } from './formDraft.ts';
import type { Form } from './model/form.ts';
import { namesOf, pickRoute, TOKEN_BEFORE_DESTINATION } from './model/pickRoute.ts';

const MAX_SHOWN = 40;

/** What a link asks for and the form shows something else for. */
export type LinkProblems = {
  /** Chains and tokens of the link that no route has together. Empty once the person has chosen another route. */
  readonly names: readonly string[];
  /** The link's amount if it is no decimal; null for a usable one, and once the person has entered one. */
  readonly amount: string | null;
};

export function linkProblems(search: string, routes: Routes, shown: Form): LinkProblems {
  const params = new URLSearchParams(search);
  const wanted = readFormUrl(search);
  const picked = namesOf(pickRoute(routes, wanted, TOKEN_BEFORE_DESTINATION));
  const now = namesOf(shown.route);
  const isUnchanged = TOKEN_BEFORE_DESTINATION.every((key) => now[key] === picked[key]);
  const missing = TOKEN_BEFORE_DESTINATION.filter((key) => wanted[key] !== '' && wanted[key] !== picked[key]);
  const amount = params.get('amount') ?? params.get('receive') ?? '';
  const isAmount = amount === wanted.amountText || shown.amountText !== '';
  return {
    names: isUnchanged ? [...new Set(missing.map((key) => visibleText(wanted[key], MAX_SHOWN)))] : [],
    amount: isAmount ? null : visibleText(amount, MAX_SHOWN),
  };
}
