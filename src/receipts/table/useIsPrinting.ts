import { useSyncExternalStore } from 'react';

const PRINT = 'print';

function listen(onChange: () => void): () => void {
  const query = window.matchMedia(PRINT);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Whether the page is being printed. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(listen, () => window.matchMedia(PRINT).matches);
}
