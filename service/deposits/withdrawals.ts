import type { Address } from 'viem';
import type { ScheduledWithdrawal } from '../books/model/sweep.ts';
import type { Queryable } from '../db/database.ts';

/** Stores a withdrawal that the owner of a vault has scheduled. */
export async function storeWithdrawal(
  database: Queryable,
  chainId: number,
  { vault, token, recipient, amount, readyAt, expiresAt }: ScheduledWithdrawal,
): Promise<void> {
  await database.query(
    `insert into scheduled_withdrawals (chain_id, vault, token, recipient, amount, ready_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [chainId, vault, token, recipient, amount, readyAt, expiresAt],
  );
}

export type WithdrawalEnd = {
  readonly chainId: number;
  readonly vault: Address;
  readonly block: bigint;
  /** Null ends every scheduled withdrawal of the vault. */
  readonly withdrawal: Pick<ScheduledWithdrawal, 'token' | 'recipient' | 'amount'> | null;
};

/** Notes that withdrawals can no longer be executed. */
export async function endWithdrawals(
  database: Queryable,
  { chainId, vault, block, withdrawal }: WithdrawalEnd,
): Promise<void> {
  await database.query(
    `update scheduled_withdrawals set ended_block = $3
     where chain_id = $1 and lower(vault) = lower($2) and ended_block is null
       and ($4::text is null or (token = $4 and recipient = $5 and amount = $6))`,
    [chainId, vault, block, withdrawal?.token ?? null, withdrawal?.recipient ?? null, withdrawal?.amount ?? null],
  );
}

export type StoredWithdrawal = ScheduledWithdrawal & { readonly chainId: number };

/** The withdrawals that can or will be executable, by the database's clock. */
export function readScheduledWithdrawals(database: Queryable): Promise<readonly StoredWithdrawal[]> {
  return database.query<StoredWithdrawal>(
    `select chain_id, vault, token, recipient, amount, ready_at, expires_at from scheduled_withdrawals
     where ended_block is null and expires_at > now() order by id`,
  );
}
