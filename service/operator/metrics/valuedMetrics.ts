import type { Address } from 'viem';
import { convertRoundingDown } from '#shared/amount.ts';
import { amountToSweep, sumScheduled } from '../../books/model/sweep.ts';
import type { Catalog, Chain } from '../../boot/model/catalog.ts';
import { findPinnedToken, isOpen, listDeployed } from '../../boot/model/catalog.ts';
import type { Queryable } from '../../db/database.ts';
import type { StoredWithdrawal } from '../../deposits/withdrawals.ts';
import { readScheduledWithdrawals } from '../../deposits/withdrawals.ts';
import { readFlows, readUncovered } from '../../guards/breakerRows.ts';
import { readExposed, readStoredHeights } from '../../guards/exposure.ts';
import { listUnitPrices, totalFlows } from '../../guards/model/breaker.ts';
import type { TokenAmount } from '../../guards/model/exposure.ts';
import { lastFinalBlock, totalValue } from '../../guards/model/exposure.ts';
import type { Liquidity } from '../../quotes/liquidity.ts';
import { readLiquidity, readOpenTransfers } from '../../quotes/liquidity.ts';
import type { OpenTransfers } from '../../quotes/model/liquidity.ts';
import { claimOn, MAX_LIQUIDITY_AGE_SECONDS } from '../../quotes/model/liquidity.ts';
import { PRICE_DECIMALS } from '../../quotes/model/price.ts';
import type { Sample, Series } from './readRows.ts';
import { listDeployments, toDisplayNumber } from './readRows.ts';

/** A token without a price can be worth any amount, so its value is infinite: an absent series would raise no alert. */
function toValue(value: bigint | null): number {
  return value === null ? Number.POSITIVE_INFINITY : toDisplayNumber(value, PRICE_DECIMALS);
}

/** One sample in whole tokens for each token on each of its chains, unless `read` returns null. */
function perToken(catalog: Catalog, read: (chain: Chain, token: Address) => bigint | null): readonly Sample[] {
  return listDeployments(catalog).flatMap(({ chain, address, decimals, labels }) => {
    const amount = read(chain, address);
    return amount === null ? [] : [{ labels, value: toDisplayNumber(amount, decimals) }];
  });
}

async function readExposure(database: Queryable, catalog: Catalog): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  for (const chain of catalog.chains) {
    const finalTo = lastFinalBlock(chain, await readStoredHeights(database, chain.id));
    samples.push(exposureSample(catalog, chain, await readExposed(database, chain.id, finalTo)));
  }
  return samples;
}

export function exposureSample(catalog: Catalog, chain: Chain, exposed: readonly TokenAmount[]): Sample {
  return { labels: { chain: chain.name }, value: toValue(totalValue(catalog, chain, exposed)) };
}

async function readBreakerFlow(database: Queryable, catalog: Catalog): Promise<readonly Sample[]> {
  const { breaker } = catalog;
  if (!breaker) return [];
  const { inflow, outflow } = totalFlows(catalog, await readFlows(database, breaker));
  const uncovered = await readUncovered(database, { ...breaker, prices: listUnitPrices(catalog) });
  return Object.entries({ in: inflow, out: outflow, uncovered }).map(([direction, value]) => ({
    labels: { direction },
    value: toValue(value),
  }));
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

/** What leaves the vaults before a sweep may, and what they hold. */
export type SweepFigures = {
  readonly liquidity: readonly Liquidity[];
  readonly open: readonly OpenTransfers[];
  readonly scheduled: readonly StoredWithdrawal[];
};

/** No sample without a float, or while the balance is unknown. */
export function sweepSamples(catalog: Catalog, { liquidity, open, scheduled }: SweepFigures): readonly Sample[] {
  return perToken(catalog, (chain, token) => {
    const rule = findPinnedToken(catalog, chain, token)?.deployment.sweep;
    const found = liquidity.find((one) => one.chainId === chain.id && one.token === token);
    if (!rule || !found || found.ageSeconds > MAX_LIQUIDITY_AGE_SECONDS) return null;
    const { balance } = found;
    const ofToken = scheduled.filter((one) => one.chainId === chain.id && one.token === token);
    const claims = claimOn(catalog, { chain, token }, open);
    const leaving = { leftSince: 0n, claims, scheduled: sumScheduled(ofToken, balance) };
    return amountToSweep(rule, { settled: balance, newest: balance, ...leaving });
  });
}

async function readSweepable(database: Queryable, catalog: Catalog): Promise<readonly Sample[]> {
  // Without a float, reading all unfinished transfers is unnecessary.
  if (!catalog.tokens.some(({ deployments }) => [...deployments.values()].some(({ sweep }) => sweep))) return [];
  const liquidity = await readLiquidity(database);
  const open = await readOpenTransfers(database, listDeployed(catalog));
  return sweepSamples(catalog, { liquidity, open, scheduled: await readScheduledWithdrawals(database) });
}

type ValuedMetric = Omit<Series, 'samples'> & {
  readonly read: (database: Queryable, catalog: Catalog) => Promise<readonly Sample[]>;
};

const VALUED_METRICS: readonly ValuedMetric[] = [
  {
    name: 'causeway_exposure',
    help: 'Value of signed and paid payments for deposits on the chain that are not final, in the currency of the prices',
    labelNames: ['chain'],
    read: readExposure,
  },
  {
    name: 'causeway_exposure_cap',
    help: 'The exposureCap of the chain, where the configuration sets one',
    labelNames: ['chain'],
    read: async (_, { chains }) =>
      chains.flatMap(({ name, exposureCap }) =>
        exposureCap === null ? [] : [{ labels: { chain: name }, value: toValue(exposureCap) }],
      ),
  },
  {
    name: 'causeway_breaker_flow',
    help: "Value of the deposits, the payments, and the payments without deposits in the breaker's window, in the currency of the prices",
    labelNames: ['direction'],
    read: readBreakerFlow,
  },
  {
    name: 'causeway_breaker_bound',
    help: 'maxNetOutflow of the breaker',
    labelNames: [],
    read: async (_, { breaker }) => (breaker ? [{ labels: {}, value: toValue(breaker.maxNetOutflow) }] : []),
  },
  {
    name: 'causeway_liquidity_largest_tokens',
    help: 'Payout of the largest transfer that the configuration allows, in whole tokens',
    labelNames: ['chain', 'token'],
    read: async (_, catalog) => findLargestPayouts(catalog),
  },
  {
    name: 'causeway_sweepable_tokens',
    help: 'Amount above the float that no transfer and no scheduled withdrawal needs, in whole tokens; 0 below the minimum of a sweep',
    labelNames: ['chain', 'token'],
    read: readSweepable,
  },
];

/**
 * Reads the metrics that need prices or rules.
 * @throws DatabaseUnavailable
 */
export async function readValued(database: Queryable, catalog: Catalog): Promise<readonly Series[]> {
  const series: Series[] = [];
  for (const { read, ...metric } of VALUED_METRICS) series.push({ ...metric, samples: await read(database, catalog) });
  return series;
}
