/** The last second of the year 9999. */
const LAST_SECONDS = 253_402_300_799n;

/** A chain's time in milliseconds; null after the year 9999, which only a broken chain states and no page can show. */
export function chainTime(seconds: bigint): number | null {
  return seconds > LAST_SECONDS ? null : Number(seconds) * 1000;
}
