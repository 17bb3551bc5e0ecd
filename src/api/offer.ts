import type { TokenConfig } from '#shared/config/runtimeConfig.ts';
import type { PairInfo } from '#shared/wire/pairs.ts';
import type { Registry, Route } from '../config/registry.ts';
import { joinRoute } from '../config/registry.ts';

/** The routes of an offer. At least one, because the form always shows a route. */
export type Routes = {
  readonly first: Route;
  readonly all: readonly Route[];
  /** By the name of the origin chain, in the order of the offer. */
  readonly byOrigin: ReadonlyMap<string, readonly Route[]>;
  /** By origin token, in the order of the offer. Tokens in the registry are keyed by the registry's object. */
  readonly byToken: ReadonlyMap<TokenConfig, readonly Route[]>;
};

/** The service's pairs, split by whether the app can verify them. */
export type Offer = {
  readonly routes: Routes | null;
  /** Pairs that the app disables: the registry does not know or contradicts them. */
  readonly unverifiable: readonly PairInfo[];
};

function append<K>(lists: Map<K, Route[]>, key: K, route: Route): void {
  const list = lists.get(key);
  if (list) list.push(route);
  else lists.set(key, [route]);
}

/** Sorts pairs one by one, so that the caller can yield between them. */
export function createOfferSorter(registry: Registry) {
  const all: Route[] = [];
  const byOrigin = new Map<string, Route[]>();
  const byToken = new Map<TokenConfig, Route[]>();
  const unverifiable: PairInfo[] = [];
  return {
    add: (pair: PairInfo): void => {
      const route = joinRoute(registry, pair);
      if (!route) {
        unverifiable.push(pair);
        return;
      }
      all.push(route);
      append(byOrigin, route.origin.name, route);
      append(byToken, route.originToken, route);
    },
    /** Call it after the last pair. */
    offer: (): Offer => {
      const [first] = all;
      return { routes: first ? { first, all, byOrigin, byToken } : null, unverifiable };
    },
  };
}
