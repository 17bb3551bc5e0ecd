import type { Page } from '@playwright/test';

/** Makes every timer of the page fire `factor` times sooner. Request timeouts to the service keep their length. */
export async function shortenTimers(page: Page, factor = 100): Promise<void> {
  await page.addInitScript((by) => {
    const original = window.setTimeout.bind(window);
    const shortened = (work: () => void, ms = 0, ...rest: never[]) => original(work, ms / by, ...rest);
    window.setTimeout = Object.assign(shortened, window.setTimeout);
  }, factor);
}

/** Makes the page's request timeouts to the service `factor` times shorter. */
export async function shortenRequestTimeouts(page: Page, factor: number): Promise<void> {
  await page.addInitScript((by) => {
    const original = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => original(ms / by);
  }, factor);
}

/** Keeps the page from loading what it loads when it is idle, such as the wallet's code. A test of many loads is faster so. */
export async function neverIdle(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
}
