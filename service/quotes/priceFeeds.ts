import type { Logger } from 'pino';
import type { Address, PublicClient } from 'viem';
import { parseAbi } from 'viem';
import type { Clock } from '../boot/clock.ts';
import type { ChainClient } from '../chain/chainClient.ts';
import type { LivePrices } from './model/price.ts';
import { PRICE_DECIMALS } from './model/price.ts';
import type { FeedReading, FeedRound, FeedSource } from './model/priceFeed.ts';

// https://docs.chain.link/data-feeds/api-reference
const feedAbi = parseAbi([
  'function decimals() view returns (uint8)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
]);

const MAX_DECIMALS = 36;

/** A round that its contract has not completed has no time yet. */
class FeedUnusable extends Error {
  readonly code = 'FEED_UNUSABLE';
}

/**
 * Reads a price feed's last round, through a reader whose answers a quorum of the chain's providers gives.
 * @throws FeedUnusable; an RPC error, which says nothing about the price
 */
export async function readPriceFeed(reader: Pick<PublicClient, 'readContract'>, address: Address): Promise<FeedRound> {
  const feed = { address, abi: feedAbi } as const;
  const [decimals, [, answer, , updatedAt]] = await Promise.all([
    reader.readContract({ ...feed, functionName: 'decimals' }),
    reader.readContract({ ...feed, functionName: 'latestRoundData' }),
  ]);
  if (decimals > MAX_DECIMALS) throw new FeedUnusable(`${decimals} decimals`);
  if (updatedAt === 0n || updatedAt > 2n ** 40n) throw new FeedUnusable(`the time ${updatedAt}`);
  const price = (answer * 10n ** BigInt(PRICE_DECIMALS)) / 10n ** BigInt(decimals);
  return { price, updatedAt: new Date(Number(updatedAt) * 1000) };
}

export type PriceFeedContext = {
  readonly prices: LivePrices;
  readonly clients: ReadonlyMap<number, ChainClient>;
  readonly clock: Clock;
  readonly logger: Logger;
};

export type PriceFeeds = { stop(): void };

// Feeds have a heartbeat of minutes or hours, and a new round when the price moves.
const MAX_PAUSE_MS = 10_000;
const PAUSE_POLLS = 10;
const FIRST_READING_MS = 5000;

async function read({ clients, logger }: PriceFeedContext, { chain, address }: FeedSource): Promise<FeedReading> {
  const client = [...clients.values()].find((candidate) => candidate.chain.name === chain);
  if (!client) return { problem: `is on ${chain}, which the configuration lacks` };
  try {
    return await readPriceFeed(client.reader, address);
  } catch (error) {
    logger.debug({ err: error, chain, feed: address }, 'price feed not read');
    return { problem: `on ${chain} does not answer` };
  }
}

/**
 * Keeps reading the price feeds. Each process does so itself, because anyone who can write to the database could change
 * a price that another process stored.
 */
export async function startPriceFeeds(context: PriceFeedContext): Promise<PriceFeeds> {
  const { prices, clock, logger } = context;
  const { catalog, feeds } = prices;
  if (feeds.length === 0) return { stop: () => {} };
  const problems = new Map<string, string>();
  const pauseMs = Math.min(MAX_PAUSE_MS, ...catalog.chains.map(({ pollIntervalMs }) => pollIntervalMs * PAUSE_POLLS));

  const report = (name: string) => {
    const problem = catalog.tokens.find((token) => token.name === name)?.live?.findProblem(clock.now()) ?? '';
    // The age in the text changes with each read.
    const kind = problem.replace(/\d+/g, '');
    if (kind === (problems.get(name) ?? '')) return;
    problems.set(name, kind);
    if (problem === '') logger.info({ token: name }, 'price is known again');
    else logger.error({ token: name, problem }, 'price unknown, its pairs are not quoted');
  };
  const readAll = async () => {
    await Promise.all(
      feeds.map(async ({ token: { name }, feed }) => {
        const [first, second] = await Promise.all([
          read(context, feed),
          feed.second ? read(context, feed.second) : null,
        ]);
        prices.note(name, { first, second }, clock.now());
        report(name);
      }),
    );
  };
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const loop = async () => {
    await readAll();
    if (!isStopped) timer = setTimeout(() => void loop(), pauseMs).unref();
  };
  const limit = new Promise<void>((resolve) => setTimeout(resolve, FIRST_READING_MS).unref());
  await Promise.race([loop(), limit]);
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
