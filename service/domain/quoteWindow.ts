import type { FeeSchedule } from './quote.ts';

export type TimeWindow = { readonly from: Date; readonly to: Date };

/**
 * How far the clocks of this service's processes, of the database and of a chain may disagree. It also covers the moments
 * in which one process has stored a new schedule and another still quotes the one before it.
 */
export const CLOCK_SLACK_SECONDS = 60;

/** When the quote behind a deposit can have been given. */
export function quoteWindow(deposited: Date, quoteValiditySeconds: number): TimeWindow {
  const slackMs = CLOCK_SLACK_SECONDS * 1000;
  return {
    from: new Date(deposited.getTime() - quoteValiditySeconds * 1000 - slackMs),
    to: new Date(deposited.getTime() + slackMs),
  };
}

/** Of a route's schedules, those in force at any moment of the window; a schedule is in force until the next one starts. */
export function schedulesInForce(schedules: readonly FeeSchedule[], { from, to }: TimeWindow): readonly FeeSchedule[] {
  const starts = schedules.map(({ validFrom }) => validFrom.getTime()).sort((a, b) => a - b);
  return schedules.filter(({ validFrom }) => {
    const end = starts.find((start) => start > validFrom.getTime()) ?? Number.POSITIVE_INFINITY;
    return validFrom <= to && end > from.getTime();
  });
}

const MIN_FRESH_SECONDS = 120;
const FRESH_EPOCHS = 4;

// A chain is given up much later than its fees: what is too old to be quoted may be back within a minute.
const MIN_LOST_SECONDS = 600;
const LOST_PER_FRESH = 2;

function maxAgeSeconds(feeEpochSeconds: number): number {
  return Math.max(FRESH_EPOCHS * feeEpochSeconds, MIN_FRESH_SECONDS);
}

/** Whether a schedule may still be quoted: gas prices move on, and without newer ones its chain cannot be reached. */
export function isFresh({ validFrom }: FeeSchedule, now: Date, feeEpochSeconds: number): boolean {
  return now.getTime() - validFrom.getTime() <= maxAgeSeconds(feeEpochSeconds) * 1000;
}

/** From which moment on a chain must have been heard of, or it has been out of reach for long. */
export function lostBefore(now: Date, feeEpochSeconds: number): Date {
  const lostSeconds = Math.max(LOST_PER_FRESH * maxAgeSeconds(feeEpochSeconds), MIN_LOST_SECONDS);
  return new Date(now.getTime() - lostSeconds * 1000);
}
