import type { Address } from 'viem';
import type { Figures } from '../../db/figures.ts';
import type { Catalog, Chain } from '../../domain/catalog.ts';
import { findPinnedToken } from '../../domain/catalog.ts';
import { claimOn } from '../../domain/claims.ts';
import { MAX_LIQUIDITY_AGE_SECONDS } from '../../domain/liquidity.ts';
import { amountToSweep, sumScheduled } from '../../domain/sweep.ts';
import type { DatabaseMetric } from './databaseMetric.ts';
import { perToken } from './tokenSamples.ts';

/** Null without a float, and while the balance is not known. */
function readSweepable(
  { liquidity, sweeps }: Figures,
  catalog: Catalog,
  { chain, token }: { readonly chain: Chain; readonly token: Address },
): bigint | null {
  const rule = findPinnedToken(catalog, chain, token)?.deployment.sweep;
  const found = liquidity.find((one) => one.chainId === chain.id && one.token === token);
  if (!rule || !sweeps || !found || found.ageSeconds > MAX_LIQUIDITY_AGE_SECONDS) return null;
  const { balance } = found;
  const ofToken = sweeps.scheduled.filter((one) => one.chainId === chain.id && one.token === token);
  const scheduled = sumScheduled(ofToken, balance);
  const claims = claimOn(catalog, { chain, token }, sweeps.open);
  return amountToSweep(rule, { settled: balance, newest: balance, leftSince: 0n, claims, scheduled });
}

/** The metric of what the vaults have above their floats. */
export function createSweepMetrics(catalog: Catalog): readonly DatabaseMetric[] {
  return [
    {
      name: 'causeway_sweepable_tokens',
      help: 'Amount above the float that no transfer and no scheduled withdrawal needs, in whole tokens; 0 below the minimum of a sweep',
      labelNames: ['chain', 'token'],
      read: (figures) => perToken(catalog, (chain, token) => readSweepable(figures, catalog, { chain, token })),
    },
  ];
}
