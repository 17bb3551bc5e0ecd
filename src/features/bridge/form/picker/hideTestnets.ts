import type { ChainConfig } from '../../../../config/runtimeConfig.ts';
import type { Obstacle } from '../../../../domain/chainChoices.ts';

type OnChain = { readonly chain: ChainConfig; readonly obstacle: Obstacle | null };

/** Whether a switch between testnets and mainnets has a use. */
export function hasBothKinds(chains: readonly ChainConfig[]): boolean {
  return chains.some(({ testnet }) => testnet) && chains.some(({ testnet }) => !testnet);
}

/** Leaves out the choices on testnets. A search shows them disabled, so that a person learns where they are. */
export function hideTestnets<C extends OnChain>(choices: readonly C[], isSearching: boolean): readonly C[] {
  if (!isSearching) return choices.filter(({ chain }) => !chain.testnet);
  return choices.map((choice) => (choice.chain.testnet ? { ...choice, obstacle: 'testnetsHidden' } : choice));
}
