import type { UseQueryResult } from '@tanstack/react-query';
import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Address } from 'viem';
import type { FeaturedRoutes } from '#shared/config/installationConfig.ts';
import type { ChainConfig } from '#shared/config/runtimeConfig.ts';
import type { Routes } from '../../api/offer.ts';
import { useAppServices, useTransfers } from '../../app/services.ts';
import type { Registry, Route } from '../../config/registry.ts';
import { chainById } from '../../config/registry.ts';
import { useTexts } from '../../i18n/useTexts.ts';
import { LogoImage } from '../../ui/logos/LogoImage.tsx';
import type { Choices, TokenChoice } from '../model/choices.ts';
import { refusedTokens, tokenChoices } from '../model/choices.ts';
import { RouteRow, TokenRow } from './ChoiceRow.tsx';
import { PickList } from './PickList.tsx';
import styles from './picker.module.css';
import { useTestnets } from './TestnetSwitch.tsx';
import type { SectionKind, TokenBalances, TokenEntry, Wish } from './tokenEntries.ts';
import { tokenEntries } from './tokenEntries.ts';

/** The tokens of every origin chain. The account's tokens come first. */
export function TokenPicker({ label, choices, isOpen, onClose }: Props) {
  const { route, routes, account, onChoose } = choices;
  const { registry } = useAppServices();
  const texts = useTexts('app');
  const [search, setSearch] = useState('');
  const [chainId, setChainId] = useState<number | null>(null);
  const { hidesTestnets, testnetSwitch } = useTestnets(route.origin.testnet);

  const wish = { search, chainId, hidesTestnets, readsBalances: isOpen };
  const { sections, balances, readAgain, hold } = useTokenSections(choices, wish);
  const unread = [...balances.values()].filter((balance) => balance === null).length;
  const origins = registry.chains.filter(
    ({ name, testnet }) => routes.byOrigin.has(name) && !(hidesTestnets && testnet),
  );

  return (
    <PickList
      label={label}
      searchHint={texts.t('searchTokens')}
      isOpen={isOpen}
      search={search}
      onSearch={setSearch}
      sections={sections}
      keyOf={keyOf}
      isSelected={({ choice, isRoute }) => !isRoute && isChosen(choice, choices)}
      isDisabled={({ choice }) => choice.obstacle !== null}
      opensAtSelected={false}
      onTouch={hold}
      onPick={({ choice }) => {
        onChoose({ type: 'routeChosen', ...choice.names });
        onClose();
      }}
      renderItem={({ choice, isRoute }, isSelected) =>
        isRoute ? (
          <RouteRow choice={choice} />
        ) : (
          <TokenRow
            choice={choice}
            isSelected={isSelected}
            chosen={route}
            balance={account && choice.token ? balances.get(choice.key) : 'none'}
          />
        )
      }
    >
      {origins.length > 1 ? <ChainFilter chains={origins} chosen={chainId} onChoose={setChainId} /> : null}
      {testnetSwitch}
      {unread > 0 ? (
        <div className={styles.unreadLine} role="status">
          {texts.t('balancesUnread', { count: unread })}
          <button type="button" onClick={readAgain}>
            {texts.t('readAgain')}
          </button>
        </div>
      ) : null}
    </PickList>
  );
}

type Kept = { readonly chosen: Route; readonly registry: Registry; readonly choices: readonly TokenChoice[] };

const kept = new WeakMap<Routes, Kept>();

/** The selector's tokens. Kept, so that it opens quickly the next time. */
export function offeredTokens(chosen: Route, routes: Routes, registry: Registry): readonly TokenChoice[] {
  const known = kept.get(routes);
  if (known?.chosen === chosen && known.registry === registry) return known.choices;
  const choices = tokenChoices(chosen, routes, registry);
  kept.set(routes, { chosen, registry, choices });
  return choices;
}

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

/** The token selector's sections, and the balances beside the tokens. */
function useTokenSections(choices: Choices, { search, chainId, hidesTestnets, readsBalances }: Wanted) {
  const { route, routes, unverifiable, account } = choices;
  const { config, registry } = useAppServices();
  const { featured = NONE_FEATURED } = config;
  const transfers = useTransfers();
  const { t } = useTexts('app');
  const offered = offeredTokens(route, routes, registry);
  const refused = useMemo(() => refusedTokens(unverifiable, offered, registry), [unverifiable, offered, registry]);
  const { balances, readAgain } = useTokenBalances(offered, account, readsBalances);
  const { order, hold } = useSteadyOrder(balances);
  const sections = useMemo(() => {
    const recent = Object.values(transfers);
    const known = { offered, refused, route, routes, transfers: recent, featured, balances: order };
    const shownChain = (chainId === null ? undefined : chainById(registry, chainId)) ?? route.origin;
    return tokenEntries(known, { search, chainId, hidesTestnets }).map(({ kind, items }) => ({
      title: kind && (kind === 'here' ? t('pickerOnChain', { chain: shownChain.name }) : t(TITLES[kind])),
      items,
    }));
  }, [offered, refused, route, routes, transfers, featured, order, search, chainId, hidesTestnets, registry, t]);
  return { sections, balances, readAgain, hold };
}

/** The balances that order the list. After `hold`, no row moves any more. */
function useSteadyOrder(balances: TokenBalances) {
  const [order, setOrder] = useState(balances);
  const [isHeld, setHeld] = useState(false);
  if (!isHeld && order !== balances) setOrder(balances);
  return { order, hold: () => setHeld(true) };
}

type Props = {
  readonly label: string;
  readonly choices: Choices;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

const keyOf = ({ choice, isRoute }: TokenEntry) =>
  isRoute ? `${choice.key} ${choice.names.destinationName}` : choice.key;

function isChosen({ chain, token }: TokenChoice, { route }: Choices): boolean {
  return (
    chain.id === route.origin.id &&
    token?.address === route.originToken.address &&
    token.name === route.originToken.name
  );
}

type ChainFilterProps = {
  readonly chains: readonly ChainConfig[];
  /** Null: all chains. */
  readonly chosen: number | null;
  readonly onChoose: (chainId: number | null) => void;
};

function ChainFilter({ chains, chosen, onChoose }: ChainFilterProps) {
  const { t } = useTexts('app');
  return (
    <fieldset className={styles.chips} aria-label={t('filterByChain')}>
      <button type="button" aria-pressed={chosen === null} onClick={() => onChoose(null)}>
        {t('pickerAllChains')}
      </button>
      {chains.map(({ id, name, logo }) => (
        <button key={id} type="button" aria-pressed={chosen === id} onClick={() => onChoose(id)}>
          <LogoImage name={name} shape="chain" size="small" source={logo ?? id} />
          {name}
        </button>
      ))}
    </fieldset>
  );
}

/** Balances appear in groups of this size, as they arrive. */
const GROUP_SIZE = 100;
const FRESH_MS = 30_000;

type Group = { readonly chainId: number; readonly members: readonly { key: string; address: Address }[] };

function groupByCall(choices: readonly TokenChoice[]): readonly Group[] {
  const byChain = new Map<number, { key: string; address: Address }[]>();
  for (const { key, chain, token } of choices) {
    if (!token) continue;
    const members = byChain.get(chain.id);
    if (members) members.push({ key, address: token.address });
    else byChain.set(chain.id, [{ key, address: token.address }]);
  }
  return [...byChain].flatMap(([chainId, members]) =>
    Array.from({ length: Math.ceil(members.length / GROUP_SIZE) }, (_, index) => ({
      chainId,
      members: members.slice(index * GROUP_SIZE, (index + 1) * GROUP_SIZE),
    })),
  );
}

function collect(
  groups: readonly Group[],
  results: readonly UseQueryResult<readonly (bigint | null)[]>[],
): TokenBalances {
  const balances = new Map<string, bigint | null>();
  groups.forEach(({ members }, index) => {
    const { data, isError } = results[index] ?? {};
    if (data || isError)
      members.forEach(({ key }, place) => void balances.set(key, isError ? null : (data?.[place] ?? null)));
  });
  return balances;
}

/** Reads the balances of every token on every chain. A balance that could not be read is null, never zero. */
function useTokenBalances(choices: readonly TokenChoice[], account: Address | undefined, enabled: boolean) {
  const { chainReads } = useAppServices();
  const groups = useMemo(() => (account ? groupByCall(choices) : []), [choices, account]);
  const combine = useCallback(
    (results: readonly UseQueryResult<readonly (bigint | null)[]>[]) => ({
      balances: collect(groups, results),
      readAgain: () => {
        for (const { refetch } of results) void refetch();
      },
    }),
    [groups],
  );
  return useQueries({
    queries: groups.map(({ chainId, members }) => ({
      queryKey: ['balances', chainId, account, members.map(({ address }) => address)],
      queryFn: async () => {
        if (!account) throw new Error('balances query ran without an account');
        const tokens = members.map(({ address }) => address);
        return (await chainReads()).balancesOf({ chainId, tokens, account });
      },
      enabled,
      staleTime: FRESH_MS,
      structuralSharing: false,
      retry: false,
    })),
    combine,
  });
}
