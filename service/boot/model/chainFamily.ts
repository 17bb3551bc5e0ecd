import type { Depth } from '../../chain/model/depth.ts';

/**
 * What a chain charges for a transaction, and how it becomes final. `opStack`: in addition to gas, it charges for the
 * data it publishes on its parent chain. `arbitrum`: the gas includes that charge.
 */
export const CHAIN_FAMILIES = ['ethereum', 'opStack', 'arbitrum', 'polygon', 'other'] as const;
export type ChainFamily = (typeof CHAIN_FAMILIES)[number];

/** How deep deposits and payments must be. */
export type FamilyDepths = {
  readonly confirmations: Depth;
  readonly finality: Depth;
  readonly payoutConfirmations: Depth;
};

/**
 * A family's depths if the configuration has none; null if nothing is known about the chain. A rollup's newest blocks
 * exist only at its sequencer, so a deposit waits until its data is on the parent chain.
 */
export const FAMILY_DEPTHS: Readonly<Record<ChainFamily, FamilyDepths | null>> = {
  ethereum: { confirmations: 12, finality: 'finalized', payoutConfirmations: 12 },
  opStack: { confirmations: 'safe', finality: 'finalized', payoutConfirmations: 'safe' },
  // Its blocks are a quarter of a second apart, and "safe" is many minutes old: few payments could be in flight.
  arbitrum: { confirmations: 'safe', finality: 'finalized', payoutConfirmations: 240 },
  polygon: { confirmations: 'finalized', finality: 'finalized', payoutConfirmations: 'finalized' },
  other: null,
};

// Only for a vault without funds, with which the service can't measure a payment yet. No payout is possible then.
const ASSUMED_GAS = 120_000n;
const ASSUMED_GAS_ON_ARBITRUM = 400_000n;

/** The gas of a payment before the service has measured one. */
export function assumedGas({ family }: { readonly family: ChainFamily }): bigint {
  return family === 'arbitrum' ? ASSUMED_GAS_ON_ARBITRUM : ASSUMED_GAS;
}
