import type { Clock } from '../boot/clock.ts';
import { systemClock } from '../boot/clock.ts';
import type { Queryable } from './database.ts';
import { onlyRow } from './database.ts';

export type DatabaseClock = Clock & {
  /** Compares with the database again. @throws DatabaseUnavailable */
  refresh(): Promise<void>;
};

export type ClockSources = {
  /** This machine's clock. */
  readonly machine: Clock;
  /** Milliseconds that no change to this machine's clock affects. */
  readonly monotonicMs: () => number;
};

/** If two clocks differ by more than this, at least one is wrong. */
const MAX_SKEW_MS = 5000;
// A slower answer says too little about the current time.
const MAX_ANSWER_MS = 1000;

/**
 * The database's clock, which decides every comparison of times stored by several processes. Between readings it
 * advances with a monotonic clock, so a wrong clock on one machine has no effect. A second clock must confirm it: this
 * machine's clock, or the monotonic one since all three last agreed. Without either, it reports a problem.
 */
export async function createDatabaseClock(
  database: Queryable,
  { machine, monotonicMs }: ClockSources = { machine: systemClock, monotonicMs: () => performance.now() },
): Promise<DatabaseClock> {
  let offsetMs: number | null = null;
  let confirmedOffsetMs: number | null = null;
  const now = () => new Date((offsetMs ?? 0) + monotonicMs());
  const machineAheadMs = () => machine.now().getTime() - now().getTime();
  const isMachineRight = () => Math.abs(machineAheadMs()) <= MAX_SKEW_MS;
  const isSteady = () =>
    offsetMs !== null && confirmedOffsetMs !== null && Math.abs(offsetMs - confirmedOffsetMs) <= MAX_SKEW_MS;
  const read = async () => {
    const before = monotonicMs();
    const { now } = onlyRow(await database.query<{ readonly now: Date }>('select clock_timestamp() as now'));
    const after = monotonicMs();
    if (offsetMs === null || after - before <= MAX_ANSWER_MS) offsetMs = now.getTime() - (before + after) / 2;
    // Suspending a machine stops its monotonic clock. The other two clocks, which agree, then reset it.
    if (isMachineRight()) confirmedOffsetMs = offsetMs;
  };
  await read();
  return {
    now,
    refresh: read,
    aheadSeconds: () => machineAheadMs() / 1000,
    findProblem: () => {
      if (isMachineRight() || isSteady()) return null;
      const aheadMs = machineAheadMs();
      const seconds = Math.round(Math.abs(aheadMs) / 1000);
      return `this machine's clock is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's`;
    },
  };
}
