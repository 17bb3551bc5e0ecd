const WITHOUT_IDLE_MS = 200;

/** Starts to load when the browser has nothing else to do. */
export async function afterIdle<T>(load: () => Promise<T>): Promise<T> {
  await new Promise<void>((resolve) => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve());
    else setTimeout(resolve, WITHOUT_IDLE_MS);
  });
  return load();
}
