import type { Catalog } from '../domain/catalog.ts';
import type { Deposit } from '../domain/deposit.ts';
import type { StoredHeights, TokenAmount } from '../domain/exposure.ts';
import { lastFinalBlock } from '../domain/exposure.ts';
import type { Queryable, Transaction } from './database.ts';

/**
 * Locks chains, so that only one transaction in all processes can add to the value paid of their deposits, or compare their books.
 * To prevent deadlocks, every transaction locks in this order: sender, chains by id, transfers.
 */
export async function lockChains(transaction: Transaction, chainIds: readonly number[]): Promise<void> {
  for (const chainId of [...new Set(chainIds)].sort((a, b) => a - b)) {
    await transaction.query('select chain_id from chains where chain_id = $1 for no key update', [chainId]);
  }
}

/** The newest block of a chain that a watcher has seen, and its final block where finality is a tag. */
export async function readStoredHeights(database: Queryable, chainId: number): Promise<StoredHeights> {
  const [row] = await database.query<StoredHeights>('select head, final_block from chains where chain_id = $1', [
    chainId,
  ]);
  return row ?? { head: null, finalBlock: null };
}

/**
 * Reads which deposits no reorg can remove any more. Nothing changes a deposit of a chain that the catalog lacks.
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
