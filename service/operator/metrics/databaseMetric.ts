import type { Figures } from '../../db/figures.ts';
import type { Catalog, Chain } from '../../domain/catalog.ts';

export type Sample = { readonly labels: Readonly<Record<string, string>>; readonly value: number };

/** A metric with values from the database. */
export type DatabaseMetric = {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly kind?: 'counter';
  readonly read: (figures: Figures) => readonly Sample[];
};

/** One sample for each chain of the catalog. */
export function perChain({ chains }: Catalog, read: (chain: Chain) => number): readonly Sample[] {
  return chains.map((chain) => ({ labels: { chain: chain.name }, value: read(chain) }));
}

export function findRow<Row extends { readonly chainId: number }>(
  rows: readonly Row[],
  { id }: Chain,
): Row | undefined {
  return rows.find(({ chainId }) => chainId === id);
}
