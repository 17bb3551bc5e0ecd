import type { Address } from 'viem';
import { assertNever } from '#shared/assertNever.ts';
import type { Routes } from '../../api/offer.ts';
import type { Route } from '../../config/registry.ts';
import type { FiatPrice } from '../../lib/fiatPrice.ts';
import { withoutCurrency } from './fiat.ts';
import type { RouteNames } from './pickRoute.ts';
import {
  DESTINATION_BEFORE_TOKEN,
  findAgain,
  hasReverse,
  namesOf,
  pickRoute,
  TOKEN_BEFORE_DESTINATION,
} from './pickRoute.ts';
import type { Learned } from './readRecipient.ts';
import { NOTHING_LEARNED } from './readRecipient.ts';

type Entries = {
  /** Which amount the text is: the one to send, or the one to receive. It stays exact, and the fees change the other. */
  readonly entry: 'send' | 'receive';
  readonly amountText: string;
  /**
   * True: the text is a plain decimal that the app wrote or read. False: a person typed it, and it may have two
   * meanings.
   */
  readonly isAmountPlain: boolean;
  /** The value in a currency that the amount comes from, as typed; null if the user types token amounts. */
  readonly fiatText: string | null;
  /** The price used to convert the value; null before that, and while the token has no price. */
  readonly fiatPrice: FiatPrice | null;
  /** Empty means the user's own account. */
  readonly recipientText: string;
  /** A link can come from an attacker, so the user must confirm its recipient. */
  readonly isRecipientFromLink: boolean;
};

/** Native tokens of the destination, in wei, for one recipient. */
export type GasDrop = { readonly recipient: Address; readonly amount: bigint };

/** The form as the screen shows it. Every action starts from this form. */
export type Form = Entries & {
  readonly route: Route;
  readonly learned: Learned;
  /** Gas that the person wants to arrive too. Each change of the recipient or the route drops it. */
  readonly gasDrop: GasDrop | null;
  /** The price has moved since the last action, so the value became a different amount. */
  readonly isPriceNew: boolean;
};

/** A form in a link. Its names can be empty, or unknown to this installation. */
export type FormDraft = Entries & RouteNames;

export type FormAction =
  | { readonly type: 'originChosen'; readonly chainName: string }
  | { readonly type: 'destinationChosen'; readonly chainName: string }
  /** A token on a chain, or a whole route. */
  | ({ readonly type: 'routeChosen' } & RouteNames)
  | { readonly type: 'amountTyped'; readonly entry: Entries['entry']; readonly text: string }
  /** A share of the balance, or one meaning of the typed text, as a plain decimal. */
  | { readonly type: 'amountChosen'; readonly entry: Entries['entry']; readonly text: string }
  /** A typed value in a currency. The form converts it. */
  | { readonly type: 'fiatTyped'; readonly text: string }
  /** The amount is now shown as its value, which the screen rounds. The amount itself stays. */
  | { readonly type: 'fiatShown'; readonly text: string; readonly amountText: string; readonly price: FiatPrice }
  | { readonly type: 'recipientTyped'; readonly text: string }
  | { readonly type: 'gasDropChosen'; readonly gasDrop: GasDrop | null }
  | { readonly type: 'directionFlipped' }
  | { readonly type: 'sent' };

export const emptyDraft: FormDraft = {
  entry: 'send',
  originName: '',
  destinationName: '',
  tokenName: '',
  amountText: '',
  isAmountPlain: true,
  fiatText: null,
  fiatPrice: null,
  recipientText: '',
  isRecipientFromLink: false,
};

export function draftOf({ route, learned: _l, gasDrop: _g, isPriceNew: _p, ...entries }: Form): FormDraft {
  return { ...entries, ...namesOf(route) };
}

/** Chooses a route for a draft. The amount is dropped if the route has another token, because its units differ. */
export function resolveForm(draft: FormDraft, routes: Routes): Form {
  const { originName, destinationName, tokenName, ...entries } = draft;
  const route = pickRoute(routes, { originName, destinationName, tokenName }, TOKEN_BEFORE_DESTINATION);
  const keepsToken = tokenName === '' || tokenName === route.pair.tokenName;
  const kept = keepsToken ? entries : withoutAmount(entries);
  return { ...kept, route, learned: NOTHING_LEARNED, gasDrop: null, isPriceNew: false };
}

/** Moves the form to the current routes, because the service can change or withdraw its pairs at any time. */
export function refreshForm(form: Form, routes: Routes): Form {
  // Every keypress gets here, and a search through thousands of routes would delay it.
  const route = findAgain(form.route, routes);
  if (route) return route === form.route ? form : { ...form, route };
  return resolveForm(draftOf(form), routes);
}

/** @param form must be resolved for the same routes */
export function reduceForm(form: Form, action: FormAction, routes: Routes): Form {
  const names = namesOf(form.route);
  switch (action.type) {
    case 'originChosen': {
      if (action.chainName === names.destinationName && hasReverse(form.route, routes)) return flip(form, routes);
      const wanted = { ...names, originName: action.chainName };
      return withRoute(form, pickRoute(routes, wanted, TOKEN_BEFORE_DESTINATION));
    }
    case 'destinationChosen': {
      const wanted = { ...names, destinationName: action.chainName };
      return withRoute(form, pickRoute(routes, wanted, DESTINATION_BEFORE_TOKEN));
    }
    case 'routeChosen': {
      const route = pickRoute(routes, action, TOKEN_BEFORE_DESTINATION);
      const chosen = form.fiatText === null ? { ...form, route } : withRoute(form, route);
      return isReverse(route, form.route) ? withoutRecipient(chosen) : chosen;
    }
    case 'amountTyped':
      return withTyped(form, action);
    case 'amountChosen':
      return { ...form, entry: action.entry, amountText: action.text, isAmountPlain: true, fiatText: null };
    case 'fiatTyped':
      return withoutConversion({ ...form, entry: 'send', isAmountPlain: true, fiatText: action.text });
    case 'fiatShown': {
      const { text: fiatText, amountText, price: fiatPrice } = action;
      return { ...form, entry: 'send', amountText, isAmountPlain: true, fiatText, fiatPrice };
    }
    case 'recipientTyped':
      return { ...form, recipientText: action.text, isRecipientFromLink: false };
    case 'gasDropChosen':
      return { ...form, gasDrop: action.gasDrop };
    case 'directionFlipped':
      return hasReverse(form.route, routes) ? flip(form, routes) : form;
    case 'sent':
      return { ...withoutAmount(form), gasDrop: null };
    default:
      return assertNever(action);
  }
}

/** "$2" is a value, also in the field for tokens. */
function withTyped(form: Form, { entry, text: amountText }: Extract<FormAction, { type: 'amountTyped' }>): Form {
  const currency = entry === 'send' && /\p{Sc}/u.test(amountText) ? form.route.pair.origin.price?.currency : undefined;
  const fiatText = currency === undefined ? amountText : withoutCurrency(amountText, currency);
  if (fiatText === amountText) return { ...form, entry, amountText, isAmountPlain: false, fiatText: null };
  return withoutConversion({ ...form, entry, isAmountPlain: true, fiatText });
}

function withoutAmount<F extends Entries>(form: F): F {
  return { ...form, amountText: '', fiatText: form.fiatText === null ? null : '' };
}

// A person who chooses another token sees that the amount stays. A token that merely came with a new chain needs a new
// amount.
function withRoute(form: Form, route: Route): Form {
  const keepsToken = route.pair.tokenName === form.route.pair.tokenName;
  if (keepsToken) return { ...form, route };
  // A value in a currency stays: the form converts it again with the new token's price.
  return withoutConversion({ ...form, route });
}

function withoutConversion(form: Form): Form {
  return { ...form, amountText: '', fiatPrice: null };
}

function isReverse(a: Route, b: Route): boolean {
  return a.origin.id === b.destination.id && a.destination.id === b.origin.id;
}

// An address can have another owner on the other chain, so swapping the sides clears the typed recipient.
function withoutRecipient(form: Form): Form {
  return { ...form, recipientText: '', isRecipientFromLink: false };
}

function flip(form: Form, routes: Routes): Form {
  const { originName, destinationName, tokenName } = namesOf(form.route);
  const reversed = { originName: destinationName, destinationName: originName, tokenName };
  const route = pickRoute(routes, reversed, DESTINATION_BEFORE_TOKEN);
  return withoutRecipient(withRoute(form, route));
}
