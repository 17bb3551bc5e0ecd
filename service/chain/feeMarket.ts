import type { FeeMarket } from '../domain/gasPrice.ts';
import type { ChainClient } from './chainClient.ts';

/** Reads the current gas price of a chain, which must have EIP-1559 fees. */
export async function readFeeMarket({ chain, reader }: ChainClient): Promise<FeeMarket> {
  const [block, tip] = await Promise.all([
    reader.getBlock({ blockTag: 'latest' }),
    reader.estimateMaxPriorityFeePerGas({ chain: null }),
  ]);
  if (block.baseFeePerGas === null) throw new Error(`${chain.name} has no base fee; the service needs EIP-1559 fees`);
  return { baseFee: block.baseFeePerGas, tip };
}
