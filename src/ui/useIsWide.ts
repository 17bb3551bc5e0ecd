import { useSyncExternalStore } from 'react';

// A second column fits beside the form.
const WIDE = '(min-width: 960px)';

function listen(onChange: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Whether the window has room for a second column. */
export function useIsWide(): boolean {
  return useSyncExternalStore(listen, () => window.matchMedia(WIDE).matches);
}
