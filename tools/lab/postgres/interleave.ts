import type { Database, Queryable, Transaction } from '../../../service/db/database.ts';
import { waitUntil } from '../processes/waitUntil.ts';

type Interruption = {
  /** The first statement in a transaction that matches is interrupted, before it runs. */
  readonly before: RegExp;
  /** What another connection does during the interruption. */
  readonly meanwhile: () => Promise<unknown>;
};

/** A database in which one transaction is interrupted, once. */
export type InterruptedDatabase = Database & {
  /** Waits for the other work. @throws its error, or Error if no statement matched */
  finished(): Promise<void>;
};

async function isBlocked(root: Queryable): Promise<boolean> {
  const rows = await root.query(
    `select 1 from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`,
  );
  return rows.length > 0;
}

/**
 * Interrupts a transaction at one statement. Other work then runs until it ends or waits for a lock of that transaction. So a
 * test decides the order in which two transactions read, write and commit.
 * @param root a connection that sees every lock
 */
export function interruptDatabase(
  root: Queryable,
  database: Database,
  { before, meanwhile }: Interruption,
): InterruptedDatabase {
  let other: Promise<unknown> | null = null;
  const interrupt = async () => {
    let hasEnded = false;
    other = meanwhile().finally(() => {
      hasEnded = true;
    });
    other.catch(() => {});
    await waitUntil(async () => hasEnded || (await isBlocked(root)), {
      ...{ timeoutMs: 20_000, everyMs: 10 },
      what: 'the end of the other work, or its wait for a lock',
    });
  };
  const wrap = (transaction: Transaction): Transaction => ({
    ...transaction,
    query: async (sql, parameters, options) => {
      if (other === null && before.test(sql)) await interrupt();
      return transaction.query(sql, parameters, options);
    },
  });
  return {
    ...database,
    transaction: (work) => database.transaction((transaction) => work(wrap(transaction))),
    finished: async () => {
      if (other === null) throw new Error(`no statement matched ${before}`);
      await other;
    },
  };
}
