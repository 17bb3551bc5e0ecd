/** What one visit of a page shows. Times are milliseconds from the start of the navigation. */
export type PageTimes = {
  readonly firstPaint: number;
  /** When a field takes keys. */
  readonly usable: number;
  /** When the page has everything that its form needs. */
  readonly complete: number;
  /** The time over 50 ms of each long task. */
  readonly blocked: number;
  readonly layoutShift: number;
};

/** Runs inside the page, before its own scripts. */
export function watchPage(completeSelector: string): void {
  const times = { usable: 0, complete: 0, blocked: 0, layoutShift: 0 };
  Object.assign(window, { pageTimes: times });
  const look = () => {
    if (times.usable === 0 && document.querySelector('input:enabled')) times.usable = performance.now();
    if (times.complete === 0 && document.querySelector(completeSelector)) times.complete = performance.now();
    if (times.complete === 0) requestAnimationFrame(look);
  };
  new MutationObserver((_changes, observer) => {
    look();
    if (times.complete > 0) observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) times.blocked += Math.max(0, duration - 50);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) times.layoutShift += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Runs inside the page, after it is complete. */
export function readPage(): PageTimes {
  const { pageTimes } = window as unknown as { readonly pageTimes: Omit<PageTimes, 'firstPaint'> };
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  if (!paint) throw new Error('the page painted nothing');
  return { ...pageTimes, firstPaint: paint.startTime };
}
