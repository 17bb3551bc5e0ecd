import type { FeeSchedule } from './quote.ts';

export type TimeWindow = { readonly from: Date; readonly to: Date };

/**
 * The tolerated difference between the clocks of the processes, the database and the chains. It also covers the moment in
 * which a process still quotes the schedule before the newest.
 */
export const CLOCK_SLACK_SECONDS = 60;

/** The time in which the service can have quoted a deposit. */
export function quoteWindow(deposited: Date, quoteValiditySeconds: number): TimeWindow {
  const slackMs = CLOCK_SLACK_SECONDS * 1000;
  return {
    from: new Date(deposited.getTime() - quoteValiditySeconds * 1000 - slackMs),
    to: new Date(deposited.getTime() + slackMs),
  };
}

/** A route's schedules in force during the window. A schedule is in force until the next one starts. */
export function schedulesInForce<S extends Pick<FeeSchedule, 'validFrom'>>(
  schedules: readonly S[],
  { from, to }: TimeWindow,
): readonly S[] {
  const starts = schedules.map(({ validFrom }) => validFrom.getTime()).sort((a, b) => a - b);
  return schedules.filter(({ validFrom }) => {
    const end = starts.find((start) => start > validFrom.getTime()) ?? Number.POSITIVE_INFINITY;
    return validFrom <= to && end > from.getTime();
  });
}

const MIN_FRESH_SECONDS = 120;
const FRESH_EPOCHS = 4;

// A chain counts as lost much later than its fees count as stale, because it can recover within a minute.
const MIN_LOST_SECONDS = 600;
const LOST_PER_FRESH = 2;

function maxAgeSeconds(feeEpochSeconds: number): number {
  return Math.max(FRESH_EPOCHS * feeEpochSeconds, MIN_FRESH_SECONDS);
}

/**
 * Whether a schedule is recent enough to quote, by when it was last known to be current. A stale one means that the chain is
 * unreachable and gas prices may differ.
 */
export function isFresh(confirmedAt: Date, now: Date, feeEpochSeconds: number): boolean {
  return now.getTime() - confirmedAt.getTime() <= maxAgeSeconds(feeEpochSeconds) * 1000;
}

/** When a schedule was last known to be current. */
export function lastCurrent({ validFrom }: FeeSchedule, confirmedAt: Date | null): Date {
  return confirmedAt !== null && confirmedAt > validFrom ? confirmedAt : validFrom;
}

/** A chain without an answer since this moment counts as lost. */
export function lostBefore(now: Date, feeEpochSeconds: number): Date {
  const lostSeconds = Math.max(LOST_PER_FRESH * maxAgeSeconds(feeEpochSeconds), MIN_LOST_SECONDS);
  return new Date(now.getTime() - lostSeconds * 1000);
}
