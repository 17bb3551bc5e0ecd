import type { Address, PublicClient } from 'viem';
import { parseAbi } from 'viem';
import { PRICE_DECIMALS } from '../domain/price.ts';
import type { FeedRound } from '../domain/priceFeed.ts';

// https://docs.chain.link/data-feeds/api-reference
const feedAbi = parseAbi([
  'function decimals() view returns (uint8)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
]);

const MAX_DECIMALS = 36;

/** A round that its contract has not completed has no time yet. */
export class FeedUnusable extends Error {
  readonly code = 'FEED_UNUSABLE';
}

/**
 * Reads the last round of a price feed. The service asks with a reader whose answers a quorum of the chain's providers gives.
 * @throws FeedUnusable; an RPC error, from which nothing follows about the price
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
