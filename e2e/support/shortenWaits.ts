import type { Page } from '@playwright/test';

/** Makes every timer of the page fire `factor` times sooner. Request timeouts to the service keep their length. */
export async function shortenTimers(page: Page, factor = 100): Promise<void> {
  await page.addInitScript((by) => {
    const original = window.setTimeout.bind(window);
    const shortened = (work: () => void, ms = 0, ...rest: never[]) => original(work, ms / by, ...rest);
    window.setTimeout = Object.assign(shortened, window.setTimeout);
  }, factor);
}

/**
 * Prepares the page for a faster clock. The returned function starts it: from then on the page's clock and its timers run
 * `factor` times faster.
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

/**
 * Makes the page's request timeouts to the service `factor` times shorter, for a service that does not answer. The returned
 * function gives later requests their whole time again.
 */
export async function prepareRequestTimeouts(page: Page, factor: number): Promise<() => Promise<void>> {
  await page.addInitScript((by) => {
    const original = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => original(ms / by);
    Object.assign(window, {
      waitAsUsual: () => {
        AbortSignal.timeout = original;
      },
    });
  }, factor);
  return () => page.evaluate(() => (window as unknown as { waitAsUsual: () => void }).waitAsUsual());
}
