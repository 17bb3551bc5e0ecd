import type { Hash } from 'viem';
import type { Queryable, Transaction } from './database.ts';

export const OPERATOR_ACTIONS = [
  'retry',
  'hold',
  'refund',
  'close',
  'cancel',
  'pause',
  'resume',
  'unhalt',
  'reread',
  'explain',
  'approve',
] as const;
export type OperatorActionName = (typeof OPERATOR_ACTIONS)[number];

export type OperatorAction = {
  readonly at: Date;
  readonly who: string;
  /** The role that the database authenticated; null for a row of an earlier version. */
  readonly role: string | null;
  readonly why: string;
  readonly action: OperatorActionName;
  readonly subject: string;
  readonly detail: string | null;
  readonly transferId: Hash | null;
};

/** Stores an operator's action, in the transaction that carries it out. */
export async function recordAction(
  transaction: Transaction,
  action: Omit<OperatorAction, 'at' | 'role'>,
): Promise<void> {
  await transaction.query(
    'insert into operator_actions (who, why, action, subject, detail, transfer_id) values ($1, $2, $3, $4, $5, $6)',
    [action.who, action.why, action.action, action.subject, action.detail, action.transferId],
  );
}

const COLUMNS = 'at, who, role, why, action, subject, detail, transfer_id';

/** The newest actions, newest first. */
export async function readActions(database: Queryable, limit: number): Promise<readonly OperatorAction[]> {
  return database.query<OperatorAction>(`select ${COLUMNS} from operator_actions order by id desc limit $1`, [limit]);
}

/** The actions on a transfer, oldest first. */
export async function readTransferActions(database: Queryable, transferId: Hash): Promise<readonly OperatorAction[]> {
  return database.query<OperatorAction>(`select ${COLUMNS} from operator_actions where transfer_id = $1 order by id`, [
    transferId,
  ]);
}
