import type { FeaturedRoutes } from '../../../../config/installationConfig.ts';
import type { Routes } from '../../../../domain/offer.ts';
import { namesOf } from '../../../../domain/pickRoute.ts';
import type { Route } from '../../../../domain/registry.ts';
import type { TokenChoice } from '../../../../domain/tokenChoices.ts';
import type { Transfer } from '../../../../domain/transfer.ts';
import type { Searched } from './findMatches.ts';
import { findMatches } from './findMatches.ts';
import { hideTestnets } from './hideTestnets.ts';
import { featuredRoutes, recentRoutes, splitByBalance } from './tokenSections.ts';
import type { TokenBalances } from './useTokenBalances.ts';

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

/** What the person asked the selector to show. */
export type Wish = { readonly search: string; readonly chainId: number | null; readonly hidesTestnets: boolean };

/** Null: a list without a heading. */
export type SectionKind = 'recent' | 'featured' | 'held' | 'here' | 'elsewhere' | null;

type TokenSection = { readonly kind: SectionKind; readonly items: readonly TokenEntry[] };

const tokens = (choices: readonly TokenChoice[]) => choices.map((choice): TokenEntry => ({ choice, isRoute: false }));

const searched = new WeakMap<TokenChoice, Searched>();

// Every key searches thousands of choices.
function textsOf(choice: TokenChoice): Searched {
  const known = searched.get(choice);
  if (known) return known;
  const { name, chain, token } = choice;
  const others = `${chain.name} ${chain.id} ${token?.address ?? ''}`.toLowerCase();
  const texts = { name: name.toLowerCase(), others };
  searched.set(choice, texts);
  return texts;
}

/** The sections of the token selector. A search has one section, the best matches first. */
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
