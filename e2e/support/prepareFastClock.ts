import type { Page } from '@playwright/test';

/**
 * Prepares a page for a faster clock. Once the returned function is called, the page's clock and timers run `factor` times as
 * fast.
 */
export async function prepareFastClock(page: Page, factor: number): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const clock = { factor: 1, since: 0 };
    const now = Date.now;
    const original = window.setTimeout.bind(window);
    Date.now = () => Math.round(clock.since + (now() - clock.since) * clock.factor);
    const hurried = (work: () => void, ms = 0, ...rest: never[]) => original(work, ms / clock.factor, ...rest);
    window.setTimeout = Object.assign(hurried, window.setTimeout);
    Object.assign(window, {
      hurry: (by: number) => {
        clock.since = now();
        clock.factor = by;
      },
    });
  });
  return () => page.evaluate((by) => (window as unknown as { hurry: (by: number) => void }).hurry(by), factor);
}
