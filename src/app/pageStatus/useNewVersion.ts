import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ownVersion, readServedVersion } from './readVersion.ts';

const CHECK_MS = 10 * 60_000;
/** A person who switches between windows causes at most one request in this time. */
const FRESH_MS = 60_000;

/**
 * The version that the host serves, if it is not the one of this page. The page asks every ten minutes, when a person comes
 * back to it, and when a file of the app is missing.
 */
export function useNewVersion(): string | null {
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
    // tools/vite/fetchFirst.ts marks the page and dispatches the event. A file may have been lost before this part has loaded.
    if (document.documentElement.dataset.lostFile) check();
    window.addEventListener('vite:preloadError', check);
    return () => window.removeEventListener('vite:preloadError', check);
  }, [refetch]);
  return own === null || data === own ? null : data;
}
