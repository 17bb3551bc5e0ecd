import type { FeaturedRoutes } from '../../../../config/installationConfig.ts';
import type { Routes } from '../../../../domain/offer.ts';
import type { RouteNames } from '../../../../domain/pickRoute.ts';
import { namesOf } from '../../../../domain/pickRoute.ts';
import type { Route } from '../../../../domain/registry.ts';
import type { TokenChoice } from '../../../../domain/tokenChoices.ts';
import { compareValues } from '../../../../domain/tokenValue.ts';
import type { Transfer } from '../../../../domain/transfer.ts';
import type { TokenBalances } from './useTokenBalances.ts';

const MAX_RECENT = 3;

function isSameNames(a: RouteNames, b: RouteNames): boolean {
  return a.originName === b.originName && a.destinationName === b.destinationName && a.tokenName === b.tokenName;
}

function findRoute({ byOrigin }: Routes, names: RouteNames): Route | undefined {
  return byOrigin.get(names.originName)?.find((route) => isSameNames(namesOf(route), names));
}

/** The routes of the newest transfers that this browser keeps, each once. */
export function recentRoutes(transfers: readonly Transfer[], routes: Routes): readonly Route[] {
  const newest = transfers.map(({ terms }) => terms).sort((a, b) => b.createdAt - a.createdAt);
  const found = newest.flatMap(({ origin, destination, tokenName }) => {
    const names = { originName: origin.chainName, destinationName: destination.chainName, tokenName };
    return findRoute(routes, names) ?? [];
  });
  return [...new Set(found)].slice(0, MAX_RECENT);
}

/** The routes of the configuration that the service offers. */
export function featuredRoutes(featured: FeaturedRoutes, routes: Routes): readonly Route[] {
  return featured.flatMap(
    ({ from, to, token }) => findRoute(routes, { originName: from, destinationName: to, tokenName: token }) ?? [],
  );
}

/** The tokens that the account holds, the most valuable first, and the others in their order. */
export function splitByBalance(choices: readonly TokenChoice[], balances: TokenBalances) {
  const holds = ({ key }: TokenChoice) => (balances.get(key) ?? 0n) > 0n;
  const sumOf = ({ key, token, price }: TokenChoice) => ({
    amount: balances.get(key) ?? 0n,
    decimals: token?.decimals ?? 0,
    price,
  });
  return {
    held: choices.filter(holds).sort((a, b) => compareValues(sumOf(b), sumOf(a))),
    others: choices.filter((choice) => !holds(choice)),
  };
}
