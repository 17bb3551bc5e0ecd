import type { Hash } from 'viem';
import type { TransferState } from '../domain/transferState.ts';
import type { Queryable } from './database.ts';

export type TransferChange = {
  readonly transferId: Hash;
  readonly from: TransferState | null;
  readonly to: TransferState;
  readonly cause: string;
  readonly detail: string | null;
};

export async function recordChange(database: Queryable, change: TransferChange): Promise<void> {
  await database.query(
    'insert into transfer_events (transfer_id, from_state, to_state, cause, detail) values ($1, $2, $3, $4, $5)',
    [change.transferId, change.from, change.to, change.cause, change.detail],
  );
}

export async function readChanges(database: Queryable, transferId: Hash): Promise<readonly TransferChange[]> {
  return database.query<TransferChange>(
    `select transfer_id as "transferId", from_state as "from", to_state as "to", cause, detail
     from transfer_events where transfer_id = $1 order by id`,
    [transferId],
  );
}
