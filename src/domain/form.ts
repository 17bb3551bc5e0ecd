import { formatAmount } from '#shared/amount.ts';
import type { Route, Routes } from './registry.ts';
import type { TransferTerms } from './transfer.ts';

/** What a person has chosen and typed. An empty recipient means their own account. */
export type FormState = {
  readonly originName: string;
  readonly destinationName: string;
  readonly tokenName: string;
  readonly amountText: string;
  readonly recipientText: string;
  /** Somebody else may have written it: it has to be confirmed. */
  readonly isRecipientFromLink: boolean;
  /** True: the network fee is taken from the amount. False: it is paid on top. */
  readonly includesGasFee: boolean;
};

export type FormAction =
  | { readonly type: 'originChosen'; readonly chainName: string }
  | { readonly type: 'destinationChosen'; readonly chainName: string }
  | { readonly type: 'tokenChosen'; readonly tokenName: string }
  | { readonly type: 'amountTyped'; readonly text: string }
  | { readonly type: 'maxChosen'; readonly text: string }
  | { readonly type: 'recipientTyped'; readonly text: string }
  | { readonly type: 'gasFeeModeChosen'; readonly includesGasFee: boolean }
  | { readonly type: 'directionFlipped' }
  | { readonly type: 'sent' };

export const emptyForm: FormState = {
  originName: '',
  destinationName: '',
  tokenName: '',
  amountText: '',
  recipientText: '',
  isRecipientFromLink: false,
  includesGasFee: false,
};

/** The form for another transfer like this one: its route, and its amount if that is kept. The recipient is chosen anew. */
export function formLike({ origin, destination, tokenName, typed }: TransferTerms, keepsAmount: boolean): FormState {
  return {
    ...emptyForm,
    originName: origin.chainName,
    destinationName: destination.chainName,
    tokenName,
    amountText: keepsAmount && typed !== null ? formatAmount({ amount: typed, decimals: origin.decimals }) : '',
  };
}

export function reduceForm(form: FormState, action: FormAction): FormState {
  switch (action.type) {
    case 'originChosen':
      return action.chainName === form.destinationName ? flip(form) : { ...form, originName: action.chainName };
    case 'destinationChosen':
      return action.chainName === form.originName ? flip(form) : { ...form, destinationName: action.chainName };
    case 'tokenChosen':
      return action.tokenName === form.tokenName ? form : { ...form, tokenName: action.tokenName, amountText: '' };
    case 'amountTyped':
      return { ...form, amountText: action.text };
    case 'maxChosen':
      return { ...form, amountText: action.text, includesGasFee: true };
    case 'recipientTyped':
      return { ...form, recipientText: action.text, isRecipientFromLink: false };
    case 'gasFeeModeChosen':
      return { ...form, includesGasFee: action.includesGasFee };
    case 'directionFlipped':
      return flip(form);
    case 'sent':
      return { ...form, amountText: '' };
  }
}

// An address on one chain need not be anybody's on the other: a typed recipient does not survive the flip.
function flip(form: FormState): FormState {
  return {
    ...form,
    originName: form.destinationName,
    destinationName: form.originName,
    recipientText: '',
    isRecipientFromLink: false,
  };
}

/**
 * The route that the form stands on. Choices that no longer go together give way from the last to the first: the origin
 * is kept, then the token, then the destination.
 */
export function routeOf(form: FormState, routes: Routes): Route {
  const wanted: readonly ((route: Route) => boolean)[] = [
    (route) => form.originName === '' || route.origin.name === form.originName,
    (route) => form.tokenName === '' || route.pair.tokenName === form.tokenName,
    (route) => form.destinationName === '' || route.destination.name === form.destinationName,
  ];
  let candidates: Routes = routes;
  for (const wish of wanted) {
    const [first, ...rest] = candidates.filter(wish);
    if (first) candidates = [first, ...rest];
  }
  return candidates[0];
}

function uniqueBy<T>(items: readonly T[], key: (item: T) => string): readonly T[] {
  return [...new Map(items.map((item) => [key(item), item])).values()];
}

/** What each selector offers while the others stay as they are. */
export function optionsOf(route: Route, routes: readonly Route[]) {
  const fromHere = routes.filter((other) => other.origin.id === route.origin.id);
  return {
    origins: uniqueBy(
      routes.map((other) => other.origin),
      (chain) => chain.name,
    ),
    destinations: uniqueBy(
      fromHere.map((other) => other.destination),
      (chain) => chain.name,
    ),
    tokens: uniqueBy(
      fromHere.map((other) => other.originToken),
      (token) => token.name,
    ),
  };
}
