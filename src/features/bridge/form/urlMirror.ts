/** Safari throws after 100 calls of replaceState in 30 s. */
const MIN_INTERVAL_MS = 400;

/** Limits how often the URL is written: the first change at once, later ones together. */
export function createUrlMirror(write: (url: string) => void) {
  let wanted: string | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;

  function flush(): void {
    timer = null;
    if (wanted === null) return;
    const url = wanted;
    wanted = null;
    timer = setTimeout(flush, MIN_INTERVAL_MS);
    try {
      write(url);
    } catch {
      // The form works without its URL. The next change writes again.
    }
  }

  return {
    show(url: string): void {
      wanted = url;
      if (timer === null) flush();
    },
    /** Drops the waiting URL: the page shows another route now. */
    stop(): void {
      if (timer !== null) clearTimeout(timer);
      [timer, wanted] = [null, null];
    },
  };
}
