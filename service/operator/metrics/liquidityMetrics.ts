import { convertRoundingDown } from '#shared/amount.ts';
import type { Figures } from '../../db/figures.ts';
import type { Catalog } from '../../domain/catalog.ts';
import { isOpen } from '../../domain/catalog.ts';
import { NATIVE_DECIMALS } from '../../domain/nativeDecimals.ts';
import type { DatabaseMetric, Sample } from './databaseMetric.ts';
import { findRow, perChain } from './databaseMetric.ts';
import { perToken, toDisplayNumber } from './tokenSamples.ts';

function readReserved({ reserved }: Figures, catalog: Catalog): readonly Sample[] {
  return perToken(
    catalog,
    (chain, address) => reserved.find(({ chainId, token }) => chainId === chain.id && token === address)?.amount ?? 0n,
  );
}

/** The amounts that the service reads of each vault, with the names of their metrics. */
const AMOUNTS = [
  { amount: 'free', name: 'causeway_liquidity_free_tokens', what: 'that is free for new payments' },
  { amount: 'balance', name: 'causeway_vault_balance_tokens', what: 'that the vault holds' },
  { amount: 'spendable', name: 'causeway_vault_window_left_tokens', what: "that the vault's window still allows" },
  { amount: 'perPayment', name: 'causeway_vault_payment_cap_tokens', what: 'that the vault allows for one payment' },
] as const;

function createAmountMetrics(catalog: Catalog): readonly DatabaseMetric[] {
  return AMOUNTS.map(({ amount, name, what }) => ({
    name,
    help: `Amount ${what}, in whole tokens, as last read`,
    labelNames: ['chain', 'token'],
    read: ({ liquidity }) =>
      perToken(
        catalog,
        (chain, address) =>
          liquidity.find(({ chainId, token }) => chainId === chain.id && token === address)?.[amount] ?? null,
      ),
  }));
}

function readGas({ chains }: Figures, catalog: Catalog): readonly Sample[] {
  return perChain(catalog, (chain) => {
    const gas = findRow(chains, chain)?.gasBalance ?? null;
    return gas === null ? Number.NaN : toDisplayNumber(gas, NATIVE_DECIMALS);
  });
}

function readPaused({ chains }: Figures, catalog: Catalog): readonly Sample[] {
  return perChain(catalog, (chain) => (findRow(chains, chain)?.vaultPaused === true ? 1 : 0));
}

/** The payout of the largest transfer that the open routes to each chain allow. */
function findLargestPayouts(catalog: Catalog): readonly Sample[] {
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

function readAges({ liquidity }: Figures, catalog: Catalog): readonly Sample[] {
  return perChain(catalog, ({ id }) => {
    const ages = liquidity.filter(({ chainId }) => chainId === id).map(({ ageSeconds }) => ageSeconds);
    return ages.length === 0 ? Number.POSITIVE_INFINITY : Math.min(...ages);
  });
}

/** Metrics of the vaults' funds. */
export function createLiquidityMetrics(catalog: Catalog): readonly DatabaseMetric[] {
  return [
    {
      name: 'causeway_liquidity_reserved_tokens',
      help: 'Amount that signed payments will still take, in whole tokens',
      labelNames: ['chain', 'token'],
      read: (figures) => readReserved(figures, catalog),
    },
    ...createAmountMetrics(catalog),
    {
      name: 'causeway_vault_paused',
      help: 'Whether the vault refuses every payment: 1 or 0, as last read',
      labelNames: ['chain'],
      read: (figures) => readPaused(figures, catalog),
    },
    {
      name: 'causeway_gas_balance_tokens',
      help: "The hot wallet's native tokens for gas, in whole tokens, as last read",
      labelNames: ['chain'],
      read: (figures) => readGas(figures, catalog),
    },
    {
      name: 'causeway_liquidity_largest_tokens',
      help: 'Payout of the largest transfer that the configuration allows, in whole tokens',
      labelNames: ['chain', 'token'],
      read: () => findLargestPayouts(catalog),
    },
    {
      name: 'causeway_liquidity_age_seconds',
      help: 'Time since the free amounts of the chain were read',
      labelNames: ['chain'],
      read: (figures) => readAges(figures, catalog),
    },
  ];
}
