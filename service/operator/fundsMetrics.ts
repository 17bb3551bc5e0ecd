import type { Address } from 'viem';
import { convertRoundingDown, formatAmount } from '#shared/amount.ts';
import type { Figures } from '../db/figures.ts';
import type { Catalog, Chain } from '../domain/catalog.ts';
import { isOpen } from '../domain/catalog.ts';
import { totalValue } from '../domain/exposure.ts';
import { PRICE_DECIMALS } from '../domain/price.ts';
import type { Description, Labelled } from './description.ts';
import { perChain } from './description.ts';

// To be looked at only: nothing is ever computed with it.
function toShownTokens(amount: bigint, decimals: number): number {
  return Number(formatAmount({ amount, decimals }));
}

/** One value for each token of the catalog on each of its chains; none where nothing is known of it. */
function perToken({ chains, tokens }: Catalog, read: (chain: Chain, token: Address) => bigint | null) {
  return chains.flatMap((chain) =>
    tokens.flatMap(({ name: token, deployments }): readonly Labelled[] => {
      const deployment = deployments.get(chain.name);
      const amount = deployment ? read(chain, deployment.address) : null;
      if (!deployment || amount === null) return [];
      return [{ labels: { chain: chain.name, token }, value: toShownTokens(amount, deployment.decimals) }];
    }),
  );
}

// What has no price may be worth anything: a missing value would not be noticed.
function exposureOf({ exposed }: Figures, catalog: Catalog, chain: Chain): number {
  const amounts = exposed.filter(({ chainId }) => chainId === chain.id);
  const value = totalValue(catalog, chain, amounts);
  return value === null ? Number.POSITIVE_INFINITY : toShownTokens(value, PRICE_DECIMALS);
}

function describeReserved({ reserved }: Figures, catalog: Catalog): readonly Labelled[] {
  return perToken(
    catalog,
    (chain, address) => reserved.find(({ chainId, token }) => chainId === chain.id && token === address)?.amount ?? 0n,
  );
}

function describeFree({ liquidity }: Figures, catalog: Catalog): readonly Labelled[] {
  return perToken(
    catalog,
    (chain, address) => liquidity.find(({ chainId, token }) => chainId === chain.id && token === address)?.free ?? null,
  );
}

/** What the largest transfer that is offered would take, where any leads there. */
function describeLargest(catalog: Catalog): readonly Labelled[] {
  return perToken(catalog, (chain, address) => {
    const amounts = catalog.routes
      .filter((route) => isOpen(route) && route.destination.id === chain.id)
      .filter(({ destinationToken }) => destinationToken.address === address)
      .map(({ max, originToken, destinationToken }) =>
        convertRoundingDown({ amount: max, decimals: originToken.decimals }, destinationToken.decimals),
      );
    return amounts.reduce<bigint | null>((most, amount) => (most !== null && most > amount ? most : amount), null);
  });
}

function describeLiquidityAge({ liquidity }: Figures, catalog: Catalog): readonly Labelled[] {
  return perChain(catalog, ({ id }) => {
    const ages = liquidity.filter(({ chainId }) => chainId === id).map(({ ageSeconds }) => ageSeconds);
    return ages.length === 0 ? Number.POSITIVE_INFINITY : Math.min(...ages);
  });
}

/** What the maker has and what it risks. */
export function describeFunds(catalog: Catalog): readonly Description[] {
  return [
    {
      name: 'causeway_exposure',
      help: 'What is signed or paid of deposits on an origin chain that are not final, in the currency of the prices',
      labelNames: ['chain'],
      read: (figures) => perChain(catalog, (chain) => exposureOf(figures, catalog, chain)),
    },
    {
      name: 'causeway_exposure_cap',
      help: 'The most that it may be, where the configuration sets a limit',
      labelNames: ['chain'],
      read: () =>
        catalog.chains.flatMap(({ name, exposureCap }) =>
          exposureCap === null ? [] : [{ labels: { chain: name }, value: toShownTokens(exposureCap, PRICE_DECIMALS) }],
        ),
    },
    {
      name: 'causeway_liquidity_reserved_tokens',
      help: 'What signed payments will still take, in whole tokens',
      labelNames: ['chain', 'token'],
      read: (figures) => describeReserved(figures, catalog),
    },
    {
      name: 'causeway_liquidity_free_tokens',
      help: 'What new payments can take, in whole tokens, as last read',
      labelNames: ['chain', 'token'],
      read: (figures) => describeFree(figures, catalog),
    },
    {
      name: 'causeway_liquidity_largest_tokens',
      help: 'What the largest transfer that the configuration offers would take, in whole tokens',
      labelNames: ['chain', 'token'],
      read: () => describeLargest(catalog),
    },
    {
      name: 'causeway_liquidity_age_seconds',
      help: 'How long ago it was read what is free on a chain',
      labelNames: ['chain'],
      read: (figures) => describeLiquidityAge(figures, catalog),
    },
  ];
}
