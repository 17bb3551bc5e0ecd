/** The last second of the year 9999. */
const LAST_SECONDS = 253_402_300_799n;

/** The milliseconds of a chain's time; null for one after the year 9999, which no chain has and no page can show. */
export function chainTime(seconds: bigint): number | null {
  return seconds > LAST_SECONDS ? null : Number(seconds) * 1000;
}
