/** Whether anybody looks at this tab, and which of an installation's tabs does the work. */
export type Presence = {
  /** Waits so long, and wakes early when the signal is aborted. */
  readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
  /**
   * Does the work in one visible tab at a time. A tab that is hidden lets go of it, and the next visible one goes on;
   * one that becomes visible again starts at once.
   */
  readonly whileInCharge: (name: string, work: (signal: AbortSignal) => Promise<void>) => void;
  /** Does something that no other tab may do at the same time. @returns false where another tab is doing it */
  readonly ifAlone: (name: string, work: () => Promise<void>) => Promise<boolean>;
};

export function createPresence(page: Document, locks: LockManager | undefined): Presence {
  function sleep(delayMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, delayMs);
      signal.addEventListener('abort', done);
    });
  }

  function nextVisibilityChange(): Promise<void> {
    return new Promise((resolve) => page.addEventListener('visibilitychange', () => resolve(), { once: true }));
  }

  // Without the Web Locks API (an insecure origin has none) every tab works for itself: more requests, same results.
  async function holding(name: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>) {
    if (!locks) return work(signal);
    await locks
      .request(name, { signal }, () => work(signal))
      .catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
  }

  async function workWhenVisible(name: string, work: (signal: AbortSignal) => Promise<void>): Promise<never> {
    for (;;) {
      const hidden = new AbortController();
      const change = nextVisibilityChange();
      const working = page.hidden ? Promise.resolve() : holding(name, hidden.signal, work);
      await change;
      hidden.abort();
      await working;
    }
  }

  return {
    sleep,
    whileInCharge: (name, work) => void workWhenVisible(name, work),
    ifAlone: async (name, work) => {
      if (!locks) {
        await work();
        return true;
      }
      return locks.request(name, { ifAvailable: true }, async (lock) => {
        if (!lock) return false;
        await work();
        return true;
      });
    },
  };
}
