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

/** Whether a schedule may still be quoted: gas prices move on, and without newer ones its chain cannot be reached. */
export function isFresh({ validFrom }: FeeSchedule, now: Date, feeEpochSeconds: number): boolean {
  const maxAgeSeconds = Math.max(FRESH_EPOCHS * feeEpochSeconds, MIN_FRESH_SECONDS);
  return now.getTime() - validFrom.getTime() <= maxAgeSeconds * 1000;
}
