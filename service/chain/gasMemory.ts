import type { Address } from 'viem';

/** The measured gas of a payment of each token, for all workers of a chain. */
export type GasMemory = Map<Address, { readonly gas: bigint; readonly measuredAt: number }>;

export function createGasMemory(): GasMemory {
  return new Map();
}
