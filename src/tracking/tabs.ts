import type { RunIfFree } from './storageLock.ts';

/** Coordination between the tabs of one installation. */
export type Tabs = {
  /**
   * Runs the work in one visible tab at a time. A hidden tab aborts its work, and another visible tab starts. A tab that
   * becomes visible again starts if no other tab is working.
   */
  readonly runInOneTab: (name: string, work: (signal: AbortSignal) => Promise<void>) => void;
  readonly runIfFree: RunIfFree;
};

/** @param runWithoutLocks replaces the Web Locks API, which needs a secure origin */
export function createTabs(page: Document, locks: LockManager | undefined, runWithoutLocks: RunIfFree): Tabs {
  function nextVisibilityChange(): Promise<void> {
    return new Promise((resolve) => page.addEventListener('visibilitychange', () => resolve(), { once: true }));
  }

  // Without Web Locks every tab works: more requests, same results.
  async function runLocked(name: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>) {
    if (!locks) return work(signal);
    await locks
      .request(name, { signal }, () => work(signal))
      .catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
  }

  async function runWhenVisible(name: string, work: (signal: AbortSignal) => Promise<void>): Promise<never> {
    for (;;) {
      const hidden = new AbortController();
      const change = nextVisibilityChange();
      const working = page.hidden ? Promise.resolve() : runLocked(name, hidden.signal, work);
      await change;
      hidden.abort();
      await working;
    }
  }

  return {
    runInOneTab: (name, work) => void runWhenVisible(name, work),
    runIfFree: async (name, work) => {
      if (!locks) return runWithoutLocks(name, work);
      return locks.request(name, { ifAvailable: true }, async (lock) => {
        if (!lock) return false;
        await work();
        return true;
      });
    },
  };
}
