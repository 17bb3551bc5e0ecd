/** The measurements of one visit. Times are in milliseconds from the start of the navigation. */
export type PageTimes = {
  readonly firstPaint: number;
  /** When a field accepts keys. */
  readonly usable: number;
  /** When the page has everything its form needs. */
  readonly complete: number;
  /** The time above 50 ms of each long task. */
  readonly blocked: number;
  readonly layoutShift: number;
  /** The compressed sizes of the scripts that had arrived when the page was complete, by path. */
  readonly scripts: Readonly<Record<string, number>>;
  /** The requests that had begun when the page was complete, each URL once. */
  readonly requests: number;
};

/** Runs in the page, before its own scripts. */
export function watchPage(completeSelector: string): void {
  const times = { usable: 0, complete: 0, blocked: 0, layoutShift: 0 };
  Object.assign(window, { pageTimes: times });
  const look = () => {
    // An invisible field accepts no keys.
    const fields = Array.from(document.querySelectorAll('input:enabled'));
    if (times.usable === 0 && fields.some((field) => field.checkVisibility())) times.usable = performance.now();
    if (times.complete === 0 && document.querySelector(completeSelector)) times.complete = performance.now();
    if (times.complete === 0) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) times.blocked += Math.max(0, duration - 50);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) times.layoutShift += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Runs in the page. @returns when it was complete; 0 before */
export const readComplete = (): number => (window as unknown as { pageTimes: PageTimes }).pageTimes.complete;

/** Runs in the page, once it is complete. */
export function readPage(): PageTimes {
  const { pageTimes } = window as unknown as {
    readonly pageTimes: Omit<PageTimes, 'firstPaint' | 'scripts' | 'requests'>;
  };
  const { usable, complete } = pageTimes;
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  if (!paint || usable === 0 || complete === 0) throw new Error('the page was not painted, usable or complete');
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  // The page fetches a chunk's file before it imports it. The import reads the cache and is not a second request.
  const scripts = new Map<string, number>();
  for (const { name, responseEnd, encodedBodySize } of resources) {
    const isArrived = responseEnd > 0 && responseEnd <= complete;
    const { pathname } = new URL(name);
    if (isArrived && /\.js$/.test(name)) scripts.set(pathname, Math.max(encodedBodySize, scripts.get(pathname) ?? 0));
  }
  const begun = new Set(resources.filter(({ startTime }) => startTime <= complete).map(({ name }) => name));
  return {
    ...pageTimes,
    firstPaint: paint.startTime,
    scripts: Object.fromEntries(scripts),
    // The page itself is not among its resources.
    requests: begun.size + 1,
  };
}
