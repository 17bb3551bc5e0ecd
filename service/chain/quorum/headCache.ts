/** Shares the readings of a chain's newest block, as its providers agree on it, between the workers of this process. */
export type HeadCache = {
  /** Returns the newest block as it was at most `maxAgeMs` ago, or asks for it. */
  read(maxAgeMs: number, ask: () => Promise<unknown>): Promise<unknown>;
};

export function createHeadCache(now: () => number = () => performance.now()): HeadCache {
  let last: { readonly askedAt: number; readonly answer: Promise<unknown> } | null = null;
  return {
    read: (maxAgeMs, ask) => {
      if (last && now() - last.askedAt < maxAgeMs) return last.answer;
      const answer = ask();
      const entry = { askedAt: now(), answer };
      last = entry;
      answer.catch(() => {
        // A failure is not shared with later callers.
        if (last === entry) last = null;
      });
      return answer;
    },
  };
}
