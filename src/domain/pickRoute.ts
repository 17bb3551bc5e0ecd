import type { Route, Routes } from './registry.ts';

/** The names that a route is chosen by. An empty name means no preference. */
export type RouteNames = { readonly originName: string; readonly destinationName: string; readonly tokenName: string };

export function namesOf({ origin, destination, pair }: Route): RouteNames {
  return { originName: origin.name, destinationName: destination.name, tokenName: pair.tokenName };
}

/** Which names to keep when no route has all three: the first is kept longest. */
type Precedence = readonly (keyof RouteNames)[];

export const TOKEN_BEFORE_DESTINATION: Precedence = ['originName', 'tokenName', 'destinationName'];
export const DESTINATION_BEFORE_TOKEN: Precedence = ['originName', 'destinationName', 'tokenName'];

/** Returns the first route with these names. Names that no route has are ignored, in reverse order of precedence. */
export function pickRoute(routes: Routes, wanted: RouteNames, precedence: Precedence): Route {
  let candidates: Routes = routes;
  for (const name of precedence) {
    const [first, ...rest] = candidates.filter((route) => wanted[name] === '' || namesOf(route)[name] === wanted[name]);
    if (first) candidates = [first, ...rest];
  }
  return candidates[0];
}

function uniqueBy<T>(items: readonly T[], key: (item: T) => string): readonly T[] {
  return [...new Map(items.map((item) => [key(item), item])).values()];
}

/** The options of each selector: every origin, and the destinations and tokens of the chosen origin. */
export function optionsOf(route: Route, routes: Routes) {
  const fromOrigin = routes.filter((other) => other.origin.id === route.origin.id);
  return {
    origins: uniqueBy(
      routes.map((other) => other.origin),
      (chain) => chain.name,
    ),
    destinations: uniqueBy(
      fromOrigin.map((other) => other.destination),
      (chain) => chain.name,
    ),
    tokens: uniqueBy(
      fromOrigin.map((other) => other.originToken),
      (token) => token.name,
    ),
  };
}

/** Whether any token has a route in the opposite direction. */
export function hasReverse(route: Route, routes: Routes): boolean {
  return routes.some(
    ({ origin, destination }) => origin.id === route.destination.id && destination.id === route.origin.id,
  );
}
