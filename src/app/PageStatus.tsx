import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { useStore } from 'zustand';
import { useTexts } from '../i18n/useTexts.ts';
import { afterIdle } from '../ui/afterIdle.ts';
import { Button } from '../ui/Button.tsx';
import { followPresses } from '../ui/followPresses.ts';
import { Icon } from '../ui/Icon.tsx';
import { LiveRegion } from '../ui/LiveRegion.tsx';
import { useIsOnline } from '../ui/useIsOnline.ts';
import styles from './afterPaint.module.css';
import { useAppServices } from './services.ts';

const versionFile = v.object({ version: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)) });

/** One line at the foot of every page while the browser is offline, or once the host serves a newer version. */
export function PageStatus({ pages }: { readonly pages: readonly Preloadable[] }) {
  const { t } = useTexts('app');
  const isOnline = useIsOnline();
  const isSigning = useStore(useAppServices().sessions, (all) => Object.values(all).some(({ isRunning }) => isRunning));
  const version = useNewVersion();
  useEffect(() => {
    if (isOnline) void preloadPages(pages, navigator);
  }, [isOnline, pages]);
  useEffect(() => followPresses(window), []);
  const [postponed, setPostponed] = useState<string | null>(null);
  // Reloading while the wallet is open would lose its answer.
  const isReady = version !== null && version !== postponed && !isSigning;
  return (
    <LiveRegion className={styles.place}>
      {isOnline ? null : (
        <p className={`${styles.notice} ${styles.offlineLine}`}>
          <Icon name="warning" size={18} />
          {t('offlineNotice')}
        </p>
      )}
      {isOnline && isReady ? (
        <div className={styles.notice}>
          <p>{t('newVersion')}</p>
          <Button kind="primary" size="small" onClick={() => window.location.reload()}>
            {t('reload')}
          </Button>
          <Button kind="quiet" size="small" onClick={() => setPostponed(version)}>
            {t('later')}
          </Button>
        </div>
      ) : null}
    </LiveRegion>
  );
}

/**
 * The version that the host serves now.
 * @throws if the host does not publish one
 */
export async function readServedVersion(fetchFn: typeof fetch, signal: AbortSignal): Promise<string> {
  const response = await fetchFn('/version.json', { cache: 'no-store', signal });
  return v.parse(versionFile, await response.json()).version;
}

/** The version of this page; null in Vite's development server. */
function ownVersion(page: Document): string | null {
  return page.querySelector<HTMLMetaElement>('meta[name="version"]')?.content ?? null;
}

const CHECK_MS = 10 * 60_000;
/** However often a person switches windows, there is at most one request in this time. */
const FRESH_MS = 60_000;

/**
 * The version that the host serves, if it differs from this page's. Checked every ten minutes, when the person returns
 * to the page, and when a file of the app is missing.
 */
function useNewVersion(): string | null {
  const own = ownVersion(document);
  const { data, refetch } = useQuery({
    queryKey: ['version'],
    queryFn: ({ signal }) => readServedVersion(window.fetch.bind(window), signal),
    enabled: own !== null,
    // The host served this version when the page opened.
    initialData: own ?? '',
    staleTime: FRESH_MS,
    refetchInterval: CHECK_MS,
    retry: false,
  });
  useEffect(() => {
    const check = () => void refetch();
    // tools/vite/fetchFirst.ts marks the page and dispatches the event. A file may have gone missing before this chunk
    // loaded.
    if (document.documentElement.dataset.lostFile) check();
    window.addEventListener('vite:preloadError', check);
    return () => window.removeEventListener('vite:preloadError', check);
  }, [refetch]);
  return own === null || data === own ? null : data;
}

type Connection = { readonly connection?: { readonly saveData?: boolean } };

type Preloadable = { readonly preload: () => Promise<void> };

/** Loads the other pages, one at a time, so that they open at once and also offline. Not if the person saves data. */
async function preloadPages(pages: readonly Preloadable[], device: Navigator & Connection): Promise<void> {
  if (device.connection?.saveData) return;
  for (const { preload } of pages) await afterIdle(preload);
}
