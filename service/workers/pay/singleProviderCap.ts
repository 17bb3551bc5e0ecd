import type { Queryable } from '../../db/database.ts';
import { readPaidSince } from '../../db/exposure.ts';
import type { Transfer } from '../../db/transfers.ts';
import type { Chain } from '../../domain/catalog.ts';
import { hasSingleProviderCap, totalValue } from '../../domain/exposure.ts';
import type { EngineContext } from '../engineContext.ts';

/**
 * Whether paying these transfers would exceed what may be paid in one period on the word of a single provider. The cap counts
 * every payment, however final its deposit looks: the provider could invent the finality too.
 */
export async function exceedsSingleProviderCap(
  { catalog }: EngineContext,
  database: Queryable,
  { chain, transfers }: { readonly chain: Chain; readonly transfers: readonly Transfer[] },
): Promise<boolean> {
  if (!hasSingleProviderCap(chain) || chain.singleProviderCap === null) return false;
  const added = transfers.map(({ deposit }) => deposit).filter(({ chainId }) => chainId === chain.id);
  if (added.length === 0) return false;
  const paid = await readPaidSince(database, chain.id, chain.singleProviderPeriodSeconds);
  const value = totalValue(catalog, chain, [...paid, ...added]);
  return value === null || value > chain.singleProviderCap;
}
