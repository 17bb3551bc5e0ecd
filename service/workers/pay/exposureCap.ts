import type { Queryable, Transaction } from '../../db/database.ts';
import { lockChains, readExposed, readStoredHeights } from '../../db/exposure.ts';
import type { Transfer } from '../../db/transfers.ts';
import type { Catalog, Chain } from '../../domain/catalog.ts';
import { findChainById } from '../../domain/catalog.ts';
import { lastFinalBlock, totalValue } from '../../domain/exposure.ts';
import type { Reason } from '../../domain/reason.ts';
import { because } from '../../domain/reason.ts';
import type { EngineContext } from '../engineContext.ts';

function cappedOrigins({ chains }: Catalog, transfers: readonly Transfer[]): readonly Chain[] {
  const ids = new Set(transfers.map(({ deposit }) => deposit.chainId));
  return chains.filter((chain) => ids.has(chain.id) && chain.exposureCap !== null);
}

async function isAboveCap(
  { catalog }: EngineContext,
  database: Queryable,
  { chain, transfers }: { readonly chain: Chain; readonly transfers: readonly Transfer[] },
): Promise<boolean> {
  const finalTo = lastFinalBlock(chain, await readStoredHeights(database, chain.id));
  const added = transfers
    .map(({ deposit }) => deposit)
    .filter(({ chainId, blockNumber }) => chainId === chain.id && blockNumber > finalTo);
  // A final deposit adds nothing, so a payment waits at most until its own deposit is final.
  if (chain.exposureCap === null || added.length === 0) return false;
  const value = totalValue(catalog, chain, [...(await readExposed(database, chain.id, finalTo)), ...added]);
  return value === null || value > chain.exposureCap;
}

/** Whether paying these transfers would exceed the exposure cap of an origin chain. */
export async function exceedsExposureCap(
  context: EngineContext,
  database: Queryable,
  transfers: readonly Transfer[],
): Promise<boolean> {
  for (const chain of cappedOrigins(context.catalog, transfers)) {
    if (await isAboveCap(context, database, { chain, transfers })) return true;
  }
  return false;
}

/** Locks the capped origin chains, so that the answer of `exceedsExposureCap` stays true until the transaction ends. */
export async function lockCappedOrigins(
  { catalog }: EngineContext,
  transaction: Transaction,
  transfers: readonly Transfer[],
): Promise<void> {
  await lockChains(
    transaction,
    cappedOrigins(catalog, transfers).map(({ id }) => id),
  );
}

/** The note for the receipt of a payment that would exceed the cap. */
export function describeExposure({ catalog }: EngineContext, { deposit }: Transfer): Reason {
  const chain = findChainById(catalog, BigInt(deposit.chainId));
  const value = chain && totalValue(catalog, chain, [deposit]);
  const fits = chain?.exposureCap != null && value != null && value <= chain.exposureCap;
  return because(
    'exposure_limit',
    `the payment waits until ${fits ? 'earlier deposits' : 'its deposit'} on ${chain?.name ?? deposit.chainId} ${fits ? 'are' : 'is'} final`,
  );
}
