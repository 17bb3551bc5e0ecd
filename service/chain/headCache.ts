/** Shares the readings of an endpoint's newest block between the workers of this process. */
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

/** Returns whether a call reads the newest block without its transactions, or only its number. */
export function headQuestion(method: string, params: unknown): 'header' | 'number' | null {
  if (method === 'eth_blockNumber') return 'number';
  const isLatest = method === 'eth_getBlockByNumber' && Array.isArray(params) && params[0] === 'latest' && !params[1];
  return isLatest ? 'header' : null;
}

/** The number of a header in its JSON form; null when the endpoint has sent something else. */
export function headNumber(header: unknown): unknown {
  return typeof header === 'object' && header !== null && 'number' in header ? header.number : null;
}
