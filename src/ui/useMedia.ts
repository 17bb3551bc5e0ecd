import { useCallback, useSyncExternalStore } from 'react';

function useMedia(query: string): boolean {
  const listen = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(listen, () => window.matchMedia(query).matches);
}

/** Whether the window has room for a second column beside the form. */
export const useIsWide = () => useMedia('(min-width: 960px)');

/** Whether the page is being printed. */
export const useIsPrinting = () => useMedia('print');
