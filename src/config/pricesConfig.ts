import * as v from 'valibot';

const DAYS_PROBLEM = 'must be a number of days from 1 to 365.';

/** The prices that the service publishes. The app shows values with them, and decides nothing by them. */
export const pricesConfig = v.strictObject(
  {
    /** The app shows no values with older prices. */
    maxAgeDays: v.optional(
      v.pipe(
        v.number(DAYS_PROBLEM),
        v.integer(DAYS_PROBLEM),
        v.minValue(1, DAYS_PROBLEM),
        v.maxValue(365, DAYS_PROBLEM),
      ),
      3,
    ),
  },
  'is not a setting of prices. Use maxAgeDays.',
);
