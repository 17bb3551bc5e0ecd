import type { PublicClient } from 'viem';
import type { Depth } from '../domain/depth.ts';
import { lastConfirmedBlock } from '../domain/depth.ts';

/**
 * Reads the newest block that is deep enough. It is below 0 when none is.
 * @param head the newest block of all; a tagged block is never newer
 * @throws NoQuorum when too few providers know the tag
 */
export async function readLastDeepBlock(reader: PublicClient, depth: Depth, head: bigint): Promise<bigint> {
  if (typeof depth === 'number') return lastConfirmedBlock(depth, head);
  const { number } = await reader.getBlock({ blockTag: depth });
  return number < head ? number : head;
}
