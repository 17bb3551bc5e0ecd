import type { Database, Queryable } from './database.ts';

export type LeaseOptions = {
  readonly name: string;
  /** Identifies this process. */
  readonly holder: string;
  readonly ttlMs: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
};

/**
 * Lets one process at a time run a worker. Leases only save work: row locks and unique keys protect the money with or
 * without them.
 */
export type Lease = {
  /**
   * Acquires or renews the lease. During the first half of its time, this doesn't ask the database.
   * @returns false if another process has the lease
   */
  acquire(): Promise<boolean>;
  /** Releases the lease, so that another process can acquire it at once. */
  release(): Promise<void>;
};

/** Leases use the database's clock, so several machines' clocks need not agree. */
export function createLease(database: Database, { name, holder, ttlMs, now }: LeaseOptions): Lease {
  let askedAt: number | null = null;
  return {
    acquire: async () => {
      const asked = now();
      if (askedAt !== null && asked - askedAt < ttlMs / 2) return true;
      const rows = await database.query(
        `insert into leases (name, holder, until) values ($1, $2, now() + $3 * interval '1 millisecond')
         on conflict (name) do update set holder = excluded.holder, until = excluded.until
           where leases.holder = excluded.holder or leases.until < now()
         returning name`,
        [name, holder, ttlMs],
      );
      askedAt = rows.length > 0 ? asked : null;
      return askedAt !== null;
    },
    release: async () => {
      askedAt = null;
      await database.query('delete from leases where name = $1 and holder = $2', [name, holder]);
    },
  };
}

/** The names of the leases this process holds. */
export async function readHeldLeases(database: Queryable): Promise<readonly string[]> {
  const rows = await database.query<{ name: string }>('select name from leases where until >= now()');
  return rows.map(({ name }) => name);
}
