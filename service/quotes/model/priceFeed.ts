import type { Address } from 'viem';

/** A price feed on a chain, with the interface AggregatorV3. */
export type FeedSource = {
  /** The name of the chain that has the contract. */
  readonly chain: string;
  readonly address: Address;
  /** The age at which a round counts as stale: the feed's heartbeat plus a margin. */
  readonly maxAgeSeconds: number;
};

/** Where a token's price comes from, and what it is compared with. */
export type PriceFeed = FeedSource & {
  /** The second feed; null compares with the configured price. */
  readonly second: FeedSource | null;
  readonly maxDeviationPercent: number;
};

/** A round of a feed, with the price scaled like every price. */
export type FeedRound = { readonly price: bigint; readonly updatedAt: Date };

/** What a feed said last, or why that is unknown. */
export type FeedReading = FeedRound | { readonly problem: string };

// A chain's clock can be ahead of the service's.
const CLOCK_SLACK_MS = 60_000;

export type FeedView = {
  readonly feed: PriceFeed;
  readonly first: FeedReading;
  /** What the first feed is compared with: the second feed's reading, or the configured price. */
  readonly second: FeedReading | null;
  readonly configuredPrice: bigint;
};

function findRoundProblem(
  what: string,
  reading: FeedReading,
  { source, now }: { source: FeedSource; now: Date },
): string | null {
  if ('problem' in reading) return `${what} ${reading.problem}`;
  if (reading.price <= 0n) return `${what} says that the price is not above 0`;
  const ageMs = now.getTime() - reading.updatedAt.getTime();
  if (ageMs < -CLOCK_SLACK_MS) return `${what} has a round from the future`;
  if (ageMs <= source.maxAgeSeconds * 1000) return null;
  return `${what} is stale: its last round is ${Math.round(ageMs / 1000)} s old`;
}

/** Why a price must not be used for quotes, as a clause after "because"; null if it may. */
export function findFeedProblem({ feed, first, second, configuredPrice }: FeedView, now: Date): string | null {
  const problem = findRoundProblem('the price feed', first, { source: feed, now });
  if (problem !== null || 'problem' in first) return problem;
  let guard = configuredPrice;
  if (feed.second !== null) {
    const reading = second ?? { problem: 'has not been read yet' };
    const secondProblem = findRoundProblem('the second price feed', reading, { source: feed.second, now });
    if (secondProblem !== null || 'problem' in reading) return secondProblem;
    guard = reading.price;
  }
  const difference = first.price > guard ? first.price - guard : guard - first.price;
  if (difference * 100n <= guard * BigInt(feed.maxDeviationPercent)) return null;
  const other = feed.second === null ? 'the configured price' : 'the second price feed';
  return `the price feed and ${other} differ by more than ${feed.maxDeviationPercent} %`;
}
