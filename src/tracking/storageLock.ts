/** Runs the work unless another tab runs work of the same name. @returns whether it ran */
export type RunIfFree = (name: string, work: () => Promise<void>) => Promise<boolean>;

type Dependencies = {
  readonly storage: Pick<Storage, 'getItem' | 'removeItem' | 'setItem'>;
  readonly page: EventTarget;
  readonly now: () => number;
  readonly sleep: (delayMs: number) => Promise<void>;
  readonly createToken: () => string;
};

const PREFIX = 'causeway.lock.';
// A hidden tab may run its timers once a minute, so a shorter lease could end while the wallet covers the page.
const LEASE_MS = 150_000;
const RENEW_MS = 20_000;
// Longer than one tab's write takes to reach the others.
const SETTLE_MS = 300;

/**
 * A lock in the browser's storage, for pages without Web Locks. Each tab writes its token and waits. The last writer has the
 * lock, and every earlier one sees that its token is gone. A tab that closed without releasing it blocks others for a lease.
 */
export function createStorageLock({ storage, page, now, sleep, createToken }: Dependencies): RunIfFree {
  const write = (key: string, token: string) => storage.setItem(key, `${token} ${now() + LEASE_MS}`);
  const read = (key: string): { readonly token: string; readonly until: number } => {
    const [token = '', until = ''] = (storage.getItem(key) ?? '').split(' ');
    return { token, until: Number(until) };
  };

  return async (name, work) => {
    const key = `${PREFIX}${name}`;
    const holder = read(key);
    // A lease far in the future comes from a clock that was set back since.
    if (holder.token !== '' && holder.until > now() && holder.until <= now() + LEASE_MS) return false;
    const token = createToken();
    write(key, token);
    await sleep(SETTLE_MS);
    if (read(key).token !== token) return false;
    const release = () => {
      if (read(key).token === token) storage.removeItem(key);
    };
    const renewal = setInterval(() => {
      if (read(key).token === token) write(key, token);
    }, RENEW_MS);
    page.addEventListener('pagehide', release);
    try {
      await work();
      return true;
    } finally {
      clearInterval(renewal);
      page.removeEventListener('pagehide', release);
      release();
    }
  };
}
