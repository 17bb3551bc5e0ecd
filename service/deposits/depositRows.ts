import type { Hash } from 'viem';
import type { BlockRange } from '../chain/model/blockRange.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { insertRows } from '../db/database.ts';
import type { Tokens } from '../db/tokenFilter.ts';
import { isOfTokens, toColumns } from '../db/tokenFilter.ts';
import type { Deposit } from './model/deposit.ts';

/** A deposit's columns, from the table alias `d`, except its id and amount: a transfer has columns with these names. */
export const DEPOSIT_COLUMNS = `d.chain_id, d.contract, d.tx_hash as transaction_hash, d.ordinal, d.block_number,
  d.block_hash, d.block_time, d.log_index, d.depositor, d.token, d.maker, d.target, d.destination, d.channel, d.funded`;

/** The deposits in a range of blocks of the canonical chain. */
export function readCanonicalDeposits(
  database: Queryable,
  chainId: number,
  { from, to }: BlockRange,
): Promise<readonly Deposit[]> {
  return database.query<Deposit>(
    `select d.id, d.amount, ${DEPOSIT_COLUMNS} from deposits d
     where d.chain_id = $1 and d.block_number between $2 and $3 and d.canonical order by d.block_number, d.log_index`,
    [chainId, from, to],
  );
}

/** A deposit, and when the service first saw it. */
export type SeenDeposit = Deposit & { readonly firstSeenAt: Date };

/**
 * The funded deposits of some tokens from or to a chain that are seen but not decided yet. There can be very many, so
 * this reads no more of them than it needs.
 */
export function readUndecided(database: Queryable, chainId: number, tokens: Tokens): Promise<readonly SeenDeposit[]> {
  const { chainIds, addresses } = toColumns(tokens);
  return database.query<SeenDeposit>(
    `select d.id, d.amount, ${DEPOSIT_COLUMNS}, d.first_seen_at from transfers t join deposits d on d.id = t.id
     where t.state = 'seen' and d.funded and (d.chain_id = $1 or d.destination = $1) and ${isOfTokens('$2', '$3')}`,
    [chainId, chainIds, addresses],
  );
}

/** The ids among these that are stored. */
export async function readStoredIds(database: Queryable, ids: readonly Hash[]): Promise<ReadonlySet<Hash>> {
  const rows = await database.query<{ readonly id: Hash }>('select id from deposits where id = any($1)', [ids]);
  return new Set(rows.map(({ id }) => id));
}

const TABLE = `deposits (id, chain_id, contract, tx_hash, ordinal, block_number, block_hash, block_time, log_index,
  depositor, token, maker, target, amount, destination, channel, funded, first_seen_at)`;

export function insertDeposits(transaction: Transaction, deposits: readonly Deposit[], seenAt: Date): Promise<void> {
  const rows = deposits.map((deposit) => [
    deposit.id,
    deposit.chainId,
    deposit.contract,
    deposit.transactionHash,
    deposit.ordinal,
    deposit.blockNumber,
    deposit.blockHash,
    deposit.blockTime,
    deposit.logIndex,
    deposit.depositor,
    deposit.token,
    deposit.maker,
    deposit.target,
    deposit.amount,
    deposit.destination,
    deposit.channel,
    deposit.funded,
    seenAt,
  ]);
  return insertRows(transaction, TABLE, rows);
}

/**
 * Stores the deposit's current block. Its content can change too, because the same call can act differently in another
 * block.
 */
export async function replaceDeposit(database: Queryable, deposit: Deposit): Promise<void> {
  await database.query(
    `update deposits set block_number = $2, block_hash = $3, block_time = $4, log_index = $5, depositor = $6, token = $7,
       maker = $8, target = $9, amount = $10, destination = $11, channel = $12, funded = $13, canonical = true
     where id = $1`,
    [
      deposit.id,
      deposit.blockNumber,
      deposit.blockHash,
      deposit.blockTime,
      deposit.logIndex,
      deposit.depositor,
      deposit.token,
      deposit.maker,
      deposit.target,
      deposit.amount,
      deposit.destination,
      deposit.channel,
      deposit.funded,
    ],
  );
}

export async function markDepositGone(database: Queryable, id: Hash): Promise<void> {
  await database.query('update deposits set canonical = false where id = $1', [id]);
}
