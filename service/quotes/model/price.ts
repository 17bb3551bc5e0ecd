import { divideRoundingUp, parseAmount } from '#shared/amount.ts';
import type { Catalog, Deployment, Route, Token } from '../../boot/model/catalog.ts';
import { nativeTokenOf } from '../../boot/model/catalog.ts';
import type { FeedReading, PriceFeed } from './priceFeed.ts';
import { findFeedProblem } from './priceFeed.ts';

/** What a token's feeds said last. */
type TokenReadings = { readonly first: FeedReading; readonly second: FeedReading | null };

/** The prices that feeds have given, for every reader of a catalog. */
export type LivePrices = {
  /** The catalog, whose tokens and chains have the live prices. */
  readonly catalog: Catalog;
  readonly feeds: readonly { readonly token: Token; readonly feed: PriceFeed }[];
  /**
   * Takes what a token's feeds say now. A price counts only if nothing contradicts it. A feed whose read failed keeps
   * its last answer: that round counts until it is too old.
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
 * Makes a catalog's prices follow its feeds. Until a feed has given a usable price, the configured price counts;
 * afterwards, the last usable one does: deposits that were quoted before are still paid.
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

/** Why a route must not be quoted now, as a sentence; null if it may. */
export function findRoutePriceProblem(catalog: Pick<Catalog, 'tokens'>, route: Route, now: Date): string | null {
  for (const token of [route.token, nativeTokenOf(catalog, route.destination)]) {
    const problem = token?.live?.findProblem(now) ?? null;
    if (token && problem !== null)
      return `The bridge does not know the price of ${token.name} at the moment: ${problem}.`;
  }
  return null;
}

/** Prices and values are integers scaled by this many decimals. */
export const PRICE_DECIMALS = 18;

/** Parses a plain decimal into a scaled integer; null if it isn't a decimal, or is zero. */
export function parsePrice(text: string): bigint | null {
  const result = parseAmount(text, PRICE_DECIMALS);
  return result.ok && result.amount > 0n ? result.amount : null;
}

/**
 * An amount's value in the configured currency, scaled like every price. It is rounded up, so it exceeds an integer
 * limit exactly when the unrounded value does.
 */
export function tokenValue(
  amount: bigint,
  { decimals, price }: Pick<Deployment, 'decimals'> & { readonly price: bigint },
): bigint {
  return divideRoundingUp(amount * price, 10n ** BigInt(decimals));
}

/** An amount of gas and its price on a chain. */
export type GasCost = {
  readonly gas: bigint;
  /** In wei. */
  readonly gasPrice: bigint;
  /** What a rollup charges in addition to gas, in wei. Absent on other chains. */
  readonly dataFee?: bigint;
  readonly nativePrice: bigint;
};

/** The cost of gas in a token's base units, rounded up. Every native token has 18 decimals. */
export function gasCostInToken(
  { gas, gasPrice, dataFee = 0n, nativePrice }: GasCost,
  { decimals, price }: Pick<Deployment, 'decimals'> & { readonly price: bigint },
): bigint {
  return divideRoundingUp((gas * gasPrice + dataFee) * nativePrice * 10n ** BigInt(decimals), price * 10n ** 18n);
}

/** The price of one native token in a token's base units, rounded up. */
export function nativePriceIn(
  nativePrice: bigint,
  token: Pick<Deployment, 'decimals'> & { readonly price: bigint },
): bigint {
  return gasCostInToken({ gas: 10n ** 18n, gasPrice: 1n, nativePrice }, token);
}

/**
 * The least price of one native token for a gas drop, by the prices of the configuration: half of it. A signer that
 * believed a stolen worker's prices would let it give native tokens away.
 */
export function gasDropFloor(
  nativePrice: bigint,
  token: Pick<Deployment, 'decimals'> & { readonly price: bigint },
): bigint {
  return nativePriceIn(nativePrice, token) / 2n;
}

export type GasCharge = {
  readonly cost: bigint;
  readonly charged: bigint;
  readonly factor: bigint;
};

/** Whether gas costs more than `factor` times what a person paid for it. A charge of zero counts as one base unit. */
export function exceedsCharge({ cost, charged, factor }: GasCharge): boolean {
  return cost > factor * (charged > 0n ? charged : 1n);
}

const DAY_MS = 86_400_000;

/** Whether the configured prices are too old to quote fees with. Undated prices have no age. */
export function outdatedPrices(
  { pricesAsOf, maxPriceAgeDays }: { readonly pricesAsOf: Date | null; readonly maxPriceAgeDays: number },
  now: Date,
): boolean {
  return pricesAsOf !== null && now.getTime() - pricesAsOf.getTime() > maxPriceAgeDays * DAY_MS;
}
