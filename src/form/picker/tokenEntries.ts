import { parseAmount } from '#shared/amount.ts';
import type { FeaturedRoutes } from '#shared/config/installationConfig.ts';
import type { TokenPrice } from '#shared/wire/pairs.ts';
import type { Routes } from '../../api/offer.ts';
import type { Route } from '../../config/registry.ts';
import type { Transfer } from '../../transfer/model/transfer.ts';
import type { Searched, TokenChoice } from '../model/choices.ts';
import { findMatches, hideTestnets } from '../model/choices.ts';
import type { RouteNames } from '../model/pickRoute.ts';
import { namesOf } from '../model/pickRoute.ts';

// A price on the wire has at most 30 decimals.
const PRICE_DECIMALS = 30;

type Holding = { readonly amount: bigint; readonly decimals: number; readonly price: TokenPrice | null };

/** The value in units of 10^-30 of the price's currency, rounded down; null without a price. */
function worthOf({ amount, decimals, price }: Holding): bigint | null {
  const parsed = price && parseAmount(price.value, PRICE_DECIMALS);
  return parsed?.ok ? (amount * parsed.amount) / 10n ** BigInt(decimals) : null;
}

/** Orders holdings by value, those without a price first. */
export function compareValues(a: Holding, b: Holding): number {
  const [first, second] = [worthOf(a), worthOf(b)];
  if (first === null || second === null) return Number(first !== null) - Number(second !== null);
  return first === second ? 0 : first < second ? -1 : 1;
}

const MAX_RECENT = 3;

function isSameNames(a: RouteNames, b: RouteNames): boolean {
  return a.originName === b.originName && a.destinationName === b.destinationName && a.tokenName === b.tokenName;
}

function findRoute({ byOrigin }: Routes, names: RouteNames): Route | undefined {
  return byOrigin.get(names.originName)?.find((route) => isSameNames(namesOf(route), names));
}

/** The routes of the newest transfers in this browser, without duplicates. */
function recentRoutes(transfers: readonly Transfer[], routes: Routes): readonly Route[] {
  const newest = transfers.map(({ terms }) => terms).sort((a, b) => b.createdAt - a.createdAt);
  const found = newest.flatMap(({ origin, destination, tokenName }) => {
    const names = { originName: origin.chainName, destinationName: destination.chainName, tokenName };
    return findRoute(routes, names) ?? [];
  });
  return [...new Set(found)].slice(0, MAX_RECENT);
}

/** The configured routes that the service offers. */
function featuredRoutes(featured: FeaturedRoutes, routes: Routes): readonly Route[] {
  return featured.flatMap(
    ({ from, to, token }) => findRoute(routes, { originName: from, destinationName: to, tokenName: token }) ?? [],
  );
}

/** The tokens that the account holds, the most valuable first, then the others in their original order. */
function splitByBalance(choices: readonly TokenChoice[], balances: TokenBalances) {
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

/** By the choice's key. Null: the balance could not be read. Absent: not read yet. */
export type TokenBalances = ReadonlyMap<string, bigint | null>;

/** A token, or a whole route of a token. */
export type TokenEntry = { readonly choice: TokenChoice; readonly isRoute: boolean };

type Known = {
  readonly offered: readonly TokenChoice[];
  readonly refused: readonly TokenChoice[];
  readonly route: Route;
  readonly routes: Routes;
  readonly transfers: readonly Transfer[];
  readonly featured: FeaturedRoutes;
  readonly balances: TokenBalances;
};

/** What the person wants the selector to show. */
export type Wish = { readonly search: string; readonly chainId: number | null; readonly hidesTestnets: boolean };

/** Null: a list without a heading. */
export type SectionKind = 'recent' | 'featured' | 'held' | 'here' | 'elsewhere' | null;

type TokenSection = { readonly kind: SectionKind; readonly items: readonly TokenEntry[] };

const tokens = (choices: readonly TokenChoice[]) => choices.map((choice): TokenEntry => ({ choice, isRoute: false }));

const searched = new WeakMap<TokenChoice, Searched>();

// Every keypress searches thousands of choices.
function textsOf(choice: TokenChoice): Searched {
  const known = searched.get(choice);
  if (known) return known;
  const { name, chain, token } = choice;
  const others = `${chain.name} ${chain.id} ${token?.address ?? ''}`.toLowerCase();
  const texts = { name: name.toLowerCase(), others };
  searched.set(choice, texts);
  return texts;
}

/** The token selector's sections. A search has one section, the best matches first. */
export function tokenEntries(known: Known, { search, chainId, hidesTestnets }: Wish): readonly TokenSection[] {
  const isSearching = search.trim() !== '';
  const onChain = [...known.offered, ...known.refused].filter(({ chain }) => chainId === null || chain.id === chainId);
  const shown = hidesTestnets ? hideTestnets(onChain, isSearching) : onChain;
  const { held, others } = splitByBalance(shown, known.balances);
  if (isSearching) return [{ kind: null, items: tokens(findMatches([...held, ...others], search, textsOf)) }];
  const yours = { kind: 'held', items: tokens(held) } as const;
  if (chainId !== null)
    return held.length > 0 ? [yours, { kind: 'here', items: tokens(others) }] : [{ kind: null, items: tokens(others) }];
  const isHere = ({ chain }: TokenChoice) => chain.id === known.route.origin.id;
  const toEntries = (routes: readonly Route[]) =>
    routeEntries(routes, known).filter(({ choice }) => !(hidesTestnets && choice.chain.testnet));
  return [
    { kind: 'recent', items: toEntries(recentRoutes(known.transfers, known.routes)) },
    { kind: 'featured', items: toEntries(featuredRoutes(known.featured, known.routes)) },
    yours,
    { kind: 'here', items: tokens(others.filter(isHere)) },
    { kind: 'elsewhere', items: tokens(others.filter((choice) => !isHere(choice))) },
  ];
}

function routeEntries(routes: readonly Route[], { offered }: Known): readonly TokenEntry[] {
  return routes.flatMap((route): readonly TokenEntry[] => {
    const token = offered.find(({ chain, token }) => chain.id === route.origin.id && token === route.originToken);
    if (!token) return [];
    const obstacle = route.pair.available ? null : 'fundsShort';
    return [{ choice: { ...token, names: namesOf(route), obstacle }, isRoute: true }];
  });
}
