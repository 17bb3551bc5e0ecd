import type { Database } from './database.ts';

export type LeaseOptions = {
  readonly name: string;
  /** Names the process that asks. */
  readonly holder: string;
  readonly ttlMs: number;
  /** Milliseconds of a clock that never jumps, for knowing when to renew. */
  readonly now: () => number;
};

/** The right to take the turns of a worker, as long as it is renewed. It saves work and protects nothing. */
export type Lease = {
  /** Whether this process has it. Asks the database only once half of its time has passed. */
  hold(): Promise<boolean>;
  /** Lets another process have it at once. */
  release(): Promise<void>;
};

/** Times are the database's own, so that the clocks of several machines need not agree. */
export function createLease(database: Database, { name, holder, ttlMs, now }: LeaseOptions): Lease {
  let askedAt: number | null = null;
  return {
    hold: async () => {
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
