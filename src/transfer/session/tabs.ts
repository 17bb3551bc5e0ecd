/**
 * Runs the work unless another tab runs work with the same name.
 * @returns whether it ran
 */
type RunIfFree = (name: string, work: () => Promise<void>) => Promise<boolean>;

type Work = (signal: AbortSignal) => Promise<void>;

/** Coordinates the tabs of one installation. */
export type Tabs = {
  /**
   * Runs the work in one tab at a time. A tab that becomes visible takes the work over and restarts it, because
   * browsers slow down the timers of hidden tabs. If no tab is visible, a hidden one continues.
   */
  readonly runInOneTab: (name: string, work: Work) => void;
  readonly runIfFree: RunIfFree;
};

/** `isFirst`: the tab is visible now, so it takes precedence over a hidden one that is working. */
type Turn = { readonly work: Work; readonly over: AbortSignal; readonly isFirst: boolean };

/** The app does not start without the Web Locks API, which needs a secure origin. */
export function createTabs(page: Document, locks: LockManager): Tabs {
  function nextShow(): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (page.hidden) return;
        page.removeEventListener('visibilitychange', check);
        resolve();
      };
      page.addEventListener('visibilitychange', check);
    });
  }

  /** Holds the lock while it works. A tab that becomes visible steals the lock, and this one queues for it again. */
  async function runLocked(name: string, { work, over, isFirst }: Turn): Promise<void> {
    for (let steal = isFirst; !over.aborted; steal = false) {
      const stop = new AbortController();
      const end = () => stop.abort();
      over.addEventListener('abort', end);
      // A request cannot both steal a lock and wait for a signal.
      const options: LockOptions = steal ? { steal } : { signal: over };
      await locks
        .request(name, options, () => work(stop.signal))
        .catch((error: unknown) => {
          if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
        });
      stop.abort();
      over.removeEventListener('abort', end);
    }
  }

  async function runInTurns(name: string, work: Work): Promise<never> {
    for (;;) {
      const over = new AbortController();
      const shown = nextShow();
      const working = runLocked(name, { work, over: over.signal, isFirst: !page.hidden });
      await shown;
      over.abort();
      await working;
    }
  }

  return {
    runInOneTab: (name, work) => void runInTurns(name, work),
    runIfFree: (name, work) =>
      locks.request(name, { ifAvailable: true }, async (lock) => {
        if (!lock) return false;
        await work();
        return true;
      }),
  };
}
