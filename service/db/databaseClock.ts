import type { Clock } from '../clock.ts';
import { systemClock } from '../clock.ts';
import type { Queryable } from './database.ts';
import { onlyRow } from './database.ts';

export type DatabaseClock = Clock & {
  /** Compares with the database again. @throws DatabaseUnavailable */
  refresh(): Promise<void>;
};

export type ClockSources = {
  /** This machine's clock. */
  readonly machine: Clock;
  /** Milliseconds that no change of this machine's clock moves. */
  readonly monotonicMs: () => number;
};

/** Two clocks that differ by more are not both right, and the service cannot tell which one is. */
const MAX_SKEW_MS = 5000;
// A slower answer says too little about the moment.
const MAX_ANSWER_MS = 1000;

/**
 * The database's clock, which decides every comparison of times that several processes store. Between two readings it runs
 * with a monotonic clock, so that a wrong clock on one machine moves nothing. This machine's clock only confirms it: while
 * the two differ, the clock reports a problem, whichever of them has jumped.
 */
export async function createDatabaseClock(
  database: Queryable,
  { machine, monotonicMs }: ClockSources = { machine: systemClock, monotonicMs: () => performance.now() },
): Promise<DatabaseClock> {
  let offsetMs: number | null = null;
  const read = async () => {
    const before = monotonicMs();
    const { now } = onlyRow(await database.query<{ readonly now: Date }>('select clock_timestamp() as now'));
    const after = monotonicMs();
    if (offsetMs === null || after - before <= MAX_ANSWER_MS) offsetMs = now.getTime() - (before + after) / 2;
  };
  await read();
  const now = () => new Date((offsetMs ?? 0) + monotonicMs());
  return {
    now,
    refresh: read,
    findProblem: () => {
      const skewMs = machine.now().getTime() - now().getTime();
      if (Math.abs(skewMs) <= MAX_SKEW_MS) return null;
      const seconds = Math.round(Math.abs(skewMs) / 1000);
      return `this machine's clock is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} the database's`;
    },
  };
}
