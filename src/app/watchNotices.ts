import type { StoreApi } from 'zustand/vanilla';
import { readNotices } from '#shared/config/installationConfig.ts';
import type { RuntimeConfig } from '#shared/config/runtimeConfig.ts';
import { fetchConfig } from '../config/fetchConfig.ts';
import type { Notices } from '../config/maintenance.ts';
import { currentNotices, nextEnd } from '../config/maintenance.ts';

const REFRESH_MS = 60_000;
/** The longest delay that setTimeout supports. A longer one would overflow and fire at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

type Page = Pick<Document, 'visibilityState' | 'addEventListener'>;

type Inputs = {
  readonly config: RuntimeConfig;
  readonly store: StoreApi<Notices>;
  readonly page: Page;
  readonly fetchFn: typeof fetch;
  readonly now: () => number;
};

/** Ends each notice on time, and reads the notices in `/config.json` again while the page is visible. */
export function watchNotices({ config, store, page, fetchFn, now }: Inputs): void {
  let settings: Parameters<typeof currentNotices>[0] = config;
  let ending: ReturnType<typeof setTimeout> | undefined;
  let readAt = now();

  function show(): void {
    const notices = currentNotices(settings, now());
    // Storing equal notices would render the form again.
    if (JSON.stringify(notices) !== JSON.stringify(store.getState())) store.setState(notices, true);
    clearTimeout(ending);
    const end = nextEnd(notices);
    if (end !== null) ending = setTimeout(show, Math.min(end - now(), MAX_DELAY_MS));
  }

  async function refresh(): Promise<void> {
    if (page.visibilityState !== 'visible' || now() - readAt < REFRESH_MS / 2) return;
    readAt = now();
    try {
      settings = readNotices(await fetchConfig(fetchFn), config.chains);
      show();
    } catch {
      // The page keeps its notices and tries again later.
    }
  }

  show();
  page.addEventListener('visibilitychange', () => void refresh());
  setInterval(() => void refresh(), REFRESH_MS);
}
