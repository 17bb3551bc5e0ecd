// GUARDS. What stops or delays payments: pauses, circuit breaker, exposure cap, screening. In come stored transfers and
// the chains' own events; out come reasons to wait or stop. A guard never starts a payment, and a check that can't run
// counts as failed.

import type { Catalog, Chain } from '../boot/model/catalog.ts';
import { findChainById } from '../boot/model/catalog.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import type { Deposit } from '../deposits/model/deposit.ts';
import type { Reason } from '../deposits/model/reasons.ts';
import { because } from '../deposits/model/reasons.ts';
import type { Transfer } from '../deposits/transfers.ts';
import type { EngineContext } from '../engineContext.ts';
import type { StoredHeights, TokenAmount } from './model/exposure.ts';
import { lastFinalBlock, totalValue } from './model/exposure.ts';

/**
 * Locks chains, so that across all processes only one transaction can add to the value paid for their deposits, or
 * compare their books. To prevent deadlocks, every transaction locks in this order: sender, chains by id, transfers.
 */
export async function lockChains(transaction: Transaction, chainIds: readonly number[]): Promise<void> {
  for (const chainId of [...new Set(chainIds)].sort((a, b) => a - b)) {
    await transaction.query('select chain_id from chains where chain_id = $1 for no key update', [chainId]);
  }
}

/** A chain's newest block that a watcher has seen, and its final block if finality is a tag. */
export async function readStoredHeights(database: Queryable, chainId: number): Promise<StoredHeights> {
  const [row] = await database.query<StoredHeights>('select head, final_block from chains where chain_id = $1', [
    chainId,
  ]);
  return row ?? { head: null, finalBlock: null };
}

/**
 * Reads which deposits no reorg can remove any more. Deposits of a chain that the catalog lacks never change.
 * @returns whether the deposits of a block are final
 */
export async function readDepositFinality(
  database: Queryable,
  { chains }: Pick<Catalog, 'chains'>,
): Promise<(deposit: Pick<Deposit, 'chainId' | 'blockNumber'>) => boolean> {
  const last = new Map<number, bigint>();
  for (const chain of chains) last.set(chain.id, lastFinalBlock(chain, await readStoredHeights(database, chain.id)));
  return ({ chainId, blockNumber }) => {
    const final = last.get(chainId);
    return final === undefined || blockNumber <= final;
  };
}

/**
 * The sum by token of a chain's deposits after a block that were paid, or have a payment that can still take effect. It
 * includes deposits that a reorg has removed since.
 */
export async function readExposed(
  database: Queryable,
  chainId: number,
  afterBlock: bigint,
): Promise<readonly TokenAmount[]> {
  return database.query<TokenAmount>(
    `select d.token, sum(d.amount)::numeric(78,0) as amount from deposits d join transfers t on t.id = d.id
     where d.chain_id = $1 and d.block_number > $2
       and (t.state in ('delivered', 'refunded')
         or exists (select from obligations o where o.transfer_id = d.id and o.state <> 'void'))
     group by d.token`,
    [chainId, afterBlock],
  );
}

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

/** Locks the capped origin chains, so that the answer of `exceedsExposureCap` holds until the transaction ends. */
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

/** The receipt note of a payment that would exceed the cap. */
export function describeExposure({ catalog }: EngineContext, { deposit }: Transfer): Reason {
  const chain = findChainById(catalog, BigInt(deposit.chainId));
  const value = chain && totalValue(catalog, chain, [deposit]);
  const fits = chain?.exposureCap != null && value != null && value <= chain.exposureCap;
  return because(
    'exposure_limit',
    `the payment waits until ${fits ? 'earlier deposits' : 'its deposit'} on ${chain?.name ?? deposit.chainId} ${fits ? 'are' : 'is'} final`,
  );
}
