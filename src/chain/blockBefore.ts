import { getBlock } from 'viem/actions';
import type { ChainClient } from './chainClients.ts';

/** The clocks of two chains can differ by a few minutes. */
const MARGIN_SECONDS = 900n;

/** A block before a moment, found by binary search. Throws viem's errors when the endpoint does not answer. */
export async function blockBefore(client: ChainClient, momentMs: number): Promise<bigint> {
  const wanted = BigInt(Math.floor(momentMs / 1000)) - MARGIN_SECONDS;
  let low = 0n;
  let high = (await getBlock(client, { blockTag: 'latest' })).number;
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    const { timestamp } = await getBlock(client, { blockNumber: middle });
    if (timestamp <= wanted) low = middle;
    else high = middle - 1n;
  }
  return low;
}
