const WITHOUT_IDLE_MS = 200;
// A busy page may never be idle.
const LATEST_MS = 2_000;

/** Starts loading once the browser is idle. */
export async function afterIdle<T>(load: () => Promise<T>): Promise<T> {
  await new Promise<void>((resolve) => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: LATEST_MS });
    else setTimeout(resolve, WITHOUT_IDLE_MS);
  });
  return load();
}
