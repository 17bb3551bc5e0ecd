import type { Queryable, Transaction } from '../db/database.ts';
import type { Pauses } from './model/pauses.ts';
import { readPauseSubjects } from './model/pauses.ts';

export type Pause = {
  readonly subject: string;
  readonly since: Date;
  readonly who: string;
  readonly why: string;
};

/**
 * The current pauses. A rewritten chain counts as paused. There are few rows, so the service reads them for every
 * build, list and signature.
 */
export async function readPauses(database: Queryable): Promise<Pauses> {
  const rows = await database.query<{ readonly subject: string }>(
    `select subject from pauses
     union all select 'chain:' || chain_id from chains where rewritten_reason is not null`,
  );
  return readPauseSubjects(rows.map(({ subject }) => subject));
}

export async function listPauses(database: Queryable): Promise<readonly Pause[]> {
  return database.query<Pause>('select subject, since, who, why from pauses order by since');
}

/** @returns false if it was already paused */
export async function insertPause(transaction: Transaction, { subject, who, why }: Omit<Pause, 'since'>) {
  const rows = await transaction.query(
    'insert into pauses (subject, who, why) values ($1, $2, $3) on conflict (subject) do nothing returning subject',
    [subject, who, why],
  );
  return rows.length === 1;
}
