import type { Figures } from '../db/figures.ts';
import type { Catalog, Chain } from '../domain/catalog.ts';

export type Labelled = { readonly labels: Readonly<Record<string, string>>; readonly value: number };

/** A metric that is read off the database's figures. */
export type Description = {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly kind?: 'counter';
  readonly read: (figures: Figures) => readonly Labelled[];
};

/** One value for each chain of the catalog. */
export function perChain({ chains }: Catalog, read: (chain: Chain) => number): readonly Labelled[] {
  return chains.map((chain) => ({ labels: { chain: chain.name }, value: read(chain) }));
}
