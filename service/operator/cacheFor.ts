/**
 * Wraps a computation so that calls during it, and for `ttlMs` after it, share one result. A flood of requests then costs
 * one computation. A failure is not kept.
 */
export function cacheFor<T>(ttlMs: number, compute: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | null = null;
  return () => {
    if (current) return current;
    const started = compute();
    current = started;
    const forget = () => {
      if (current === started) current = null;
    };
    started.then(() => setTimeout(forget, ttlMs).unref(), forget);
    return started;
  };
}
