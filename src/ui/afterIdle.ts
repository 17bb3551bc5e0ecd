const WITHOUT_IDLE_MS = 200;
// A busy page has no idle moment.
const LATEST_MS = 2_000;

/** Starts to load when the browser has nothing else to do. */
export async function afterIdle<T>(load: () => Promise<T>): Promise<T> {
  await new Promise<void>((resolve) => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: LATEST_MS });
    else setTimeout(resolve, WITHOUT_IDLE_MS);
  });
  return load();
}
