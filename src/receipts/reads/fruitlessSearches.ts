/** A page asks again every few seconds, and a search reads the history of a chain. */
const KEPT_MS = 5 * 60_000;
const MAX_KEPT = 2_000;

/** Searches that found nothing. A page does not repeat one for some minutes. */
export function createFruitlessSearches(now: () => number) {
  const endedAt = new Map<string, number>();
  return {
    has: (key: string): boolean => now() - (endedAt.get(key) ?? Number.NEGATIVE_INFINITY) < KEPT_MS,
    add: (key: string): void => {
      endedAt.delete(key);
      endedAt.set(key, now());
      const [oldest] = endedAt.keys();
      if (endedAt.size > MAX_KEPT && oldest) endedAt.delete(oldest);
    },
  };
}

export type FruitlessSearches = ReturnType<typeof createFruitlessSearches>;
