import type { Routes } from '../../api/offer.ts';
import type { Route } from '../../config/registry.ts';

/** The names that a route is chosen by. An empty name means no preference. */
export type RouteNames = { readonly originName: string; readonly destinationName: string; readonly tokenName: string };

export function namesOf({ origin, destination, pair }: Route): RouteNames {
  return { originName: origin.name, destinationName: destination.name, tokenName: pair.tokenName };
}

/** Which names to keep if no route has all three: the first is kept longest. */
type Precedence = readonly (keyof RouteNames)[];

export const TOKEN_BEFORE_DESTINATION: Precedence = ['originName', 'tokenName', 'destinationName'];
export const DESTINATION_BEFORE_TOKEN: Precedence = ['originName', 'destinationName', 'tokenName'];

/** Returns the first route with these names. Names that no route has are ignored, in reverse order of precedence. */
export function pickRoute(routes: Routes, wanted: RouteNames, precedence: Precedence): Route {
  // The origin comes first in each precedence.
  let candidates = routes.byOrigin.get(wanted.originName) ?? routes.all;
  for (const name of precedence) {
    if (wanted[name] === '') continue;
    const matching = candidates.filter((route) => namesOf(route)[name] === wanted[name]);
    if (matching.length > 0) candidates = matching;
  }
  return candidates[0] ?? routes.first;
}

/** The same route in a newer offer, if the registry knows its token; undefined otherwise. */
export function findAgain({ originToken, destination, pair }: Route, { byToken }: Routes): Route | undefined {
  const siblings = byToken.get(originToken) ?? [];
  return siblings.find((one) => one.destination.name === destination.name && one.pair.tokenName === pair.tokenName);
}

/** Whether any token has a route in the opposite direction. */
export function hasReverse(route: Route, { byOrigin }: Routes): boolean {
  const back = byOrigin.get(route.destination.name) ?? [];
  return back.some(({ destination }) => destination.id === route.origin.id);
}
