import type { Address, Hash } from 'viem';
import type { Pins } from '#shared/proof/verification.ts';
import type { ChainConfig } from '../../config/runtimeConfig.ts';
import { vaultsOf } from '../registry.ts';

/** The delivery that a proof is about. */
export type ProofOrder = {
  readonly deposit: { readonly chainId: number; readonly contract: Address; readonly hash: Hash };
  /** Which deposit of the transaction; null for the first one that the payout pays. */
  readonly ordinal: number | null;
  readonly payout: { readonly chainId: number; readonly vaults: readonly Address[]; readonly hash: Hash };
};

type Side = { readonly chain: ChainConfig | null; readonly hash: Hash };

/** The proof to make of a delivery; null where the configuration lacks one of its chains. */
export function proofOrderOf(deposit: Side, payout: Side, ordinal: number | null = null): ProofOrder | null {
  if (!deposit.chain || !payout.chain) return null;
  return {
    deposit: { chainId: deposit.chain.id, contract: deposit.chain.depositContract, hash: deposit.hash },
    ordinal,
    payout: { chainId: payout.chain.id, vaults: vaultsOf(payout.chain), hash: payout.hash },
  };
}

/** The contracts and tokens of the configuration, which a proof is compared with. */
export function pinsOf(chains: readonly ChainConfig[]): Pins {
  return {
    chains: chains.map((chain) => ({
      ...{ id: chain.id, name: chain.name, depositContract: chain.depositContract },
      ...{ vaults: vaultsOf(chain), tokens: chain.tokens },
    })),
  };
}
