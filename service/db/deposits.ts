import type { Address, Hash } from 'viem';
import type { BlockRange } from '../domain/blockRange.ts';
import type { Deposit } from '../domain/deposit.ts';
import type { Queryable } from './database.ts';

export type StoredDeposit = {
  readonly deposit: Deposit;
  readonly canonical: boolean;
  /** By this service's own clock: a chain's clock can be wrong. */
  readonly firstSeenAt: Date;
};

export type DepositRow = {
  id: Hash;
  chain_id: bigint;
  contract: Address;
  tx_hash: Hash;
  ordinal: number;
  block_number: bigint;
  block_hash: Hash;
  block_time: Date;
  log_index: number;
  depositor: Address;
  token: Address;
  maker: Address;
  target: string;
  amount: bigint;
  destination: bigint;
  channel: bigint;
  funded: boolean;
  canonical: boolean;
  first_seen_at: Date;
};

/** The columns of `DepositRow`, of a table called `d`. */
export const DEPOSIT_COLUMNS = `d.id, d.chain_id, d.contract, d.tx_hash, d.ordinal, d.block_number, d.block_hash,
  d.block_time, d.log_index, d.depositor, d.token, d.maker, d.target, d.amount, d.destination, d.channel, d.funded,
  d.canonical, d.first_seen_at`;

export function toStoredDeposit(row: DepositRow): StoredDeposit {
  return {
    canonical: row.canonical,
    firstSeenAt: row.first_seen_at,
    deposit: {
      id: row.id,
      chainId: Number(row.chain_id),
      contract: row.contract,
      transactionHash: row.tx_hash,
      ordinal: row.ordinal,
      blockNumber: row.block_number,
      blockHash: row.block_hash,
      blockTime: row.block_time,
      logIndex: row.log_index,
      depositor: row.depositor,
      token: row.token,
      maker: row.maker,
      target: row.target,
      amount: row.amount,
      destination: row.destination,
      channel: row.channel,
      funded: row.funded,
    },
  };
}

export async function readDeposit(database: Queryable, id: Hash): Promise<StoredDeposit | null> {
  const [row] = await database.query<DepositRow>(`select ${DEPOSIT_COLUMNS} from deposits d where d.id = $1`, [id]);
  return row ? toStoredDeposit(row) : null;
}

/** The deposits that were last seen in these blocks. */
export async function readCanonicalDeposits(
  database: Queryable,
  chainId: number,
  { from, to }: BlockRange,
): Promise<readonly Deposit[]> {
  const rows = await database.query<DepositRow>(
    `select ${DEPOSIT_COLUMNS} from deposits d
     where d.chain_id = $1 and d.block_number between $2 and $3 and d.canonical order by d.block_number, d.log_index`,
    [chainId, from, to],
  );
  return rows.map((row) => toStoredDeposit(row).deposit);
}

export async function insertDeposit(database: Queryable, deposit: Deposit, seenAt: Date): Promise<void> {
  await database.query(
    `insert into deposits (id, chain_id, contract, tx_hash, ordinal, block_number, block_hash, block_time, log_index,
       depositor, token, maker, target, amount, destination, channel, funded, first_seen_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
    [
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
    ],
  );
}

/** Records where the chain has a deposit now. Its content can change too: the same call can do something else elsewhere. */
export async function replaceDeposit(database: Queryable, deposit: Deposit): Promise<void> {
  await database.query(
    `update deposits set block_number = $2, block_hash = $3, block_time = $4, log_index = $5, depositor = $6, token = $7,
       target = $8, amount = $9, destination = $10, channel = $11, funded = $12, canonical = true
     where id = $1`,
    [
      deposit.id,
      deposit.blockNumber,
      deposit.blockHash,
      deposit.blockTime,
      deposit.logIndex,
      deposit.depositor,
      deposit.token,
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
