import type { FeeMarket } from '../domain/gasPrice.ts';
import type { ChainClient } from './chainClient.ts';

/** Reads the current gas price of a chain. A chain without a base fee has legacy transactions only. */
export async function readFeeMarket({ reader }: ChainClient): Promise<FeeMarket> {
  // A node of a legacy chain does not know tips, and its refusal would count as a failure. So the block is read first.
  const { baseFeePerGas: baseFee } = await reader.getBlock({ blockTag: 'latest' });
  if (baseFee === null) return { baseFee: 0n, tip: await reader.getGasPrice(), isLegacy: true };
  return { baseFee, tip: await reader.estimateMaxPriorityFeePerGas({ chain: null }) };
}
