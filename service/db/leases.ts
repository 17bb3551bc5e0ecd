import type { Database, Queryable } from './database.ts';
import { withTimeout } from './withTimeout.ts';

export type LeaseOptions = {
  /** Identifies this process. */
  readonly holder: string;
  readonly ttlMs: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
};

/**
 * A process's leases. Each lets one process at a time run a worker. Leases only save work: row locks and unique keys
 * protect the money with or without them.
 */
export type Leases = {
  /**
   * Acquires or renews a lease. It asks the database once half of the lease's time is over, and about another process's
   * lease only after a tenth. One statement asks for all leases that were asked for within half of that time, and for no
   * others, so a worker that hangs loses its own.
   * @returns false if another process has the lease
   */
  acquire(name: string): Promise<boolean>;
  /** Releases all leases, so that another process can acquire them at once. */
  release(): Promise<void>;
};

type Answers = ReadonlyMap<string, { readonly askedAt: number; readonly isHeld: boolean }>;

/** Leases use the database's clock, so several machines' clocks need not agree. */
export function createLeases(database: Database, { holder, ttlMs, now }: LeaseOptions): Leases {
  const usedAt = new Map<string, number>();
  const waiting = new Set<string>();
  let answers: Answers = new Map();
  let asking: Promise<Answers> | null = null;

  const recall = (name: string): boolean | null => {
    const answer = answers.get(name);
    if (!answer) return null;
    const keepMs = answer.isHeld ? ttlMs / 2 : ttlMs / 10;
    return now() - answer.askedAt < keepMs ? answer.isHeld : null;
  };
  const ask = async (): Promise<Answers> => {
    const askedAt = now();
    const isAsked = (name: string, at: number) => waiting.has(name) || askedAt - at < ttlMs / 2;
    const names = [...usedAt].flatMap(([name, at]) => (isAsked(name, at) ? [name] : [])).sort();
    // Every process locks the rows in this order, here and at its end, so that none deadlocks.
    const rows = await database.query<{ name: string }>(
      `insert into leases (name, holder, until)
       select name, $2, now() + $3 * interval '1 millisecond' from unnest($1::text[]) as name
       on conflict (name) do update set holder = excluded.holder, until = excluded.until
         where leases.holder = excluded.holder or leases.until < now()
       returning name`,
      [names, holder, ttlMs],
    );
    const held = new Set(rows.map(({ name }) => name));
    const asked: Answers = new Map(names.map((name) => [name, { askedAt, isHeld: held.has(name) }]));
    answers = new Map([...answers, ...asked]);
    return asked;
  };
  return {
    acquire: async (name) => {
      usedAt.set(name, now());
      const known = recall(name);
      if (known !== null) return known;
      waiting.add(name);
      try {
        for (;;) {
          // Without a limit, one lost connection would stop every worker. A late answer does no harm.
          asking ??= withTimeout(ttlMs, ask()).finally(() => {
            asking = null;
          });
          const answer = (await asking).get(name);
          // Without one, that statement had been sent before.
          if (answer) return answer.isHeld;
        }
      } finally {
        waiting.delete(name);
      }
    },
    release: async () => {
      answers = new Map();
      await database.query(
        `with own as materialized (select name from leases where holder = $1 order by name for update)
         delete from leases using own where leases.name = own.name`,
        [holder],
      );
    },
  };
}

/** The names of the leases that a process holds. */
export async function readHeldLeases(database: Queryable): Promise<readonly string[]> {
  const rows = await database.query<{ name: string }>('select name from leases where until >= now()');
  return rows.map(({ name }) => name);
}
