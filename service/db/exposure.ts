import type { TokenAmount } from '../domain/exposure.ts';
import type { Queryable, Transaction } from './database.ts';

/**
 * Lets one transaction at a time, over all processes, add to what is paid of these chains' deposits. In the order of their
 * ids, so that nobody waits in a circle; whoever locks a sender as well has locked it before, and transfers after.
 */
export async function lockOrigins(transaction: Transaction, chainIds: readonly number[]): Promise<void> {
  for (const chainId of [...new Set(chainIds)].sort((a, b) => a - b)) {
    await transaction.query('select chain_id from chains where chain_id = $1 for no key update', [chainId]);
  }
}

/** The newest block of a chain that a watcher has seen; null before its first look. */
export async function readStoredHead(database: Queryable, chainId: number): Promise<bigint | null> {
  const [row] = await database.query<{ head: bigint | null }>('select head from chains where chain_id = $1', [chainId]);
  return row?.head ?? null;
}

/**
 * The deposits of a chain in the blocks after one, summed up by token, that were paid or have a payment that can still take
 * effect. Those that a reorganisation took away since are among them.
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
