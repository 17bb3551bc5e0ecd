/**
 * What a chain charges for a transaction, and how it becomes final. `opStack`: beside the gas it charges for the data that it
 * publishes on its parent chain. `arbitrum`: the gas contains that charge.
 */
export const CHAIN_FAMILIES = ['ethereum', 'opStack', 'arbitrum', 'polygon', 'other'] as const;
export type ChainFamily = (typeof CHAIN_FAMILIES)[number];

// Only for a vault without funds, with which the service cannot measure a payment yet. No payout is possible then.
const ASSUMED_GAS = 120_000n;
const ASSUMED_GAS_ON_ARBITRUM = 400_000n;

/** The gas of a payment before the service has measured one. */
export function assumedGas({ family }: { readonly family: ChainFamily }): bigint {
  return family === 'arbitrum' ? ASSUMED_GAS_ON_ARBITRUM : ASSUMED_GAS;
}
