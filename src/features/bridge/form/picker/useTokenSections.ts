import { useMemo, useState } from 'react';
import type { FeaturedRoutes } from '../../../../config/installationConfig.ts';
import { useAppServices, useTransfers } from '../../../../context/appServices.ts';
import { chainById } from '../../../../domain/registry.ts';
import { refusedTokens } from '../../../../domain/tokenChoices.ts';
import { pickersWords } from '../../../../words/pickers/pickersWords.ts';
import { useWords } from '../../../../words/useWords.ts';
import type { Choices } from './choices.ts';
import { offeredTokens } from './offeredTokens.ts';
import type { SectionKind, Wish } from './tokenEntries.ts';
import { tokenEntries } from './tokenEntries.ts';
import type { TokenBalances } from './useTokenBalances.ts';
import { useTokenBalances } from './useTokenBalances.ts';

const TITLES = {
  recent: 'recentRoutes',
  featured: 'featuredRoutes',
  held: 'yourTokens',
  elsewhere: 'otherChains',
} as const satisfies Record<Exclude<SectionKind, 'here' | null>, string>;

const NONE_FEATURED: FeaturedRoutes = [];

type Wanted = Wish & {
  /** False while the selector is closed. */
  readonly readsBalances: boolean;
};

/** The sections of the token selector, and the balances beside the tokens. */
export function useTokenSections(choices: Choices, { search, chainId, hidesTestnets, readsBalances }: Wanted) {
  const { route, routes, unverifiable, account } = choices;
  const { config, registry } = useAppServices();
  const { featured = NONE_FEATURED } = config;
  const transfers = useTransfers();
  const { t } = useWords(pickersWords);
  const offered = offeredTokens(route, routes, registry);
  const refused = useMemo(() => refusedTokens(unverifiable, offered, registry), [unverifiable, offered, registry]);
  const { balances, readAgain } = useTokenBalances(offered, account, readsBalances);
  const { order, hold } = useSteadyOrder(balances);
  const sections = useMemo(() => {
    const recent = Object.values(transfers);
    const known = { offered, refused, route, routes, transfers: recent, featured, balances: order };
    const shownChain = (chainId === null ? undefined : chainById(registry, chainId)) ?? route.origin;
    return tokenEntries(known, { search, chainId, hidesTestnets }).map(({ kind, items }) => ({
      title: kind && (kind === 'here' ? t('onChain', { chain: shownChain.name }) : t(TITLES[kind])),
      items,
    }));
  }, [offered, refused, route, routes, transfers, featured, order, search, chainId, hidesTestnets, registry, t]);
  return { sections, balances, readAgain, hold };
}

/** The balances that order the list. Once `hold` is called, no row moves under a finger any more. */
function useSteadyOrder(balances: TokenBalances) {
  const [order, setOrder] = useState(balances);
  const [isHeld, setHeld] = useState(false);
  if (!isHeld && order !== balances) setOrder(balances);
  return { order, hold: () => setHeld(true) };
}
