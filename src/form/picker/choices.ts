import type { Address } from 'viem';
import type { PairInfo } from '#shared/wire/pairs.ts';
import type { Routes } from '../../api/offer.ts';
import type { Route } from '../../config/registry.ts';
import type { ChainConfig } from '../../config/runtimeConfig.ts';
import type { PickersWords } from '../../i18n/pickers/pickersWords.ts';
import type { Obstacle } from '../model/choices.ts';
import type { FormAction } from '../model/form.ts';

const KEYS = {
  noRoute: 'noRouteFrom',
  fundsShort: 'fundsShort',
  unverifiable: 'unavailable',
  testnetsHidden: 'testnetsHidden',
} as const satisfies Record<Obstacle, string>;

export function obstacleText(obstacle: Obstacle, { t }: Pick<PickersWords, 't'>): string {
  return t(KEYS[obstacle]);
}

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

/** What the selectors choose from. */
export type Choices = {
  readonly route: Route;
  readonly routes: Routes;
  readonly unverifiable: readonly PairInfo[];
  /** Its balances show beside the tokens. */
  readonly account: Address | undefined;
  readonly onChoose: (action: FormAction) => void;
};
