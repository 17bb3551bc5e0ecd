import type { Catalog, Route, Token } from './catalog.ts';
import { nativeTokenOf } from './catalog.ts';
import type { FeedReading, PriceFeed } from './priceFeed.ts';
import { findFeedProblem } from './priceFeed.ts';

/** What the feeds of a token said last. */
export type TokenReadings = { readonly first: FeedReading; readonly second: FeedReading | null };

/** The prices that feeds have given, for every reader of a catalog. */
export type LivePrices = {
  /** The catalog, whose tokens and chains have the live prices. */
  readonly catalog: Catalog;
  readonly feeds: readonly { readonly token: Token; readonly feed: PriceFeed }[];
  /**
   * Takes what the feeds of a token say now. A price counts only when nothing speaks against it. A feed whose reading failed
   * still says what it said last: that round counts until it is too old.
   */
  note(tokenName: string, readings: TokenReadings, now: Date): void;
};

type Known = { readonly readings: TokenReadings; readonly price: bigint; readonly asOf: Date | null };

const UNREAD: TokenReadings = { first: { problem: 'has not been read yet' }, second: null };

/** One failed call must not close every pair of a token, so it replaces no round. */
function keepRound(before: FeedReading | null, now: FeedReading): FeedReading {
  return 'problem' in now && before !== null && !('problem' in before) ? before : now;
}

function keepRounds(before: TokenReadings, { first, second }: TokenReadings): TokenReadings {
  return { first: keepRound(before.first, first), second: second && keepRound(before.second, second) };
}

/**
 * Makes the prices of a catalog follow its feeds. Until a feed has given a price that may be quoted with, the configured price
 * counts, and afterwards the last such price: deposits that were quoted before are still paid.
 */
export function createLivePrices(catalog: Catalog): LivePrices {
  const fed = catalog.tokens.flatMap((token) => (token.feed === null ? [] : [{ token, feed: token.feed }]));
  const known = new Map<string, Known>(
    fed.map(({ token: { name, price } }) => [name, { readings: UNREAD, price, asOf: null }]),
  );
  const withLivePrice = (token: Token): Token => {
    const { feed, price: configuredPrice, name } = token;
    if (feed === null) return token;
    const read = (): Known => known.get(name) ?? { readings: UNREAD, price: configuredPrice, asOf: null };
    return {
      ...token,
      get price() {
        return read().price;
      },
      live: {
        asOf: () => read().asOf,
        findProblem: (now) => findFeedProblem({ feed, ...read().readings, configuredPrice }, now),
      },
    };
  };
  const tokens = new Map(catalog.tokens.map((token) => [token.name, withLivePrice(token)]));
  const chains = new Map(
    catalog.chains.map((chain) => {
      const native = nativeTokenOf({ tokens: [...tokens.values()] }, chain);
      const live = native?.live
        ? {
            ...chain,
            get nativePrice() {
              return native.price;
            },
          }
        : chain;
      return [chain.name, live];
    }),
  );
  const toLive = (route: Route): Route => ({
    ...route,
    token: tokens.get(route.token.name) ?? route.token,
    origin: chains.get(route.origin.name) ?? route.origin,
    destination: chains.get(route.destination.name) ?? route.destination,
  });
  const live = {
    ...catalog,
    tokens: [...tokens.values()],
    chains: [...chains.values()],
    routes: catalog.routes.map(toLive),
  };
  return {
    catalog: fed.length === 0 ? catalog : live,
    feeds: fed,
    note: (tokenName, newReadings, now) => {
      const before = known.get(tokenName);
      const of = fed.find(({ token }) => token.name === tokenName);
      if (!before || !of) return;
      const { feed, token } = of;
      const readings = keepRounds(before.readings, newReadings);
      const problem = findFeedProblem({ feed, ...readings, configuredPrice: token.price }, now);
      const { first } = readings;
      const isGood = problem === null && !('problem' in first);
      known.set(tokenName, { ...before, readings, ...(isGood && { price: first.price, asOf: first.updatedAt }) });
    },
  };
}

/** Why a route must not be quoted now, as a sentence; null when it may. */
export function findRoutePriceProblem(catalog: Pick<Catalog, 'tokens'>, route: Route, now: Date): string | null {
  for (const token of [route.token, nativeTokenOf(catalog, route.destination)]) {
    const problem = token?.live?.findProblem(now) ?? null;
    if (token && problem !== null)
      return `The bridge does not know the price of ${token.name} at the moment: ${problem}.`;
  }
  return null;
}
