const MINUTE = 60;
const HOUR = 3600;

/** A duration in the words of a person: "about 40 s". */
export function usualTime(seconds: number): string {
  if (seconds < 2 * MINUTE) return `about ${Math.max(1, seconds)} s`;
  if (seconds < 2 * HOUR) return `about ${Math.round(seconds / MINUTE)} min`;
  return `about ${Math.round(seconds / HOUR)} h`;
}
