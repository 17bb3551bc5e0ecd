import type { Page } from '@playwright/test';

/** Makes the page's waiting so many times shorter, the limits that it sets to requests to the service excepted. */
export async function hurryTimers(page: Page, times = 100): Promise<void> {
  await page.addInitScript((factor) => {
    const wait = window.setTimeout.bind(window);
    const hurried = (work: () => void, ms = 0, ...rest: never[]) => wait(work, ms / factor, ...rest);
    window.setTimeout = Object.assign(hurried, window.setTimeout);
  }, times);
}

/** Makes the page give up on the service so many times sooner. */
export async function hurryLimits(page: Page, times: number): Promise<void> {
  await page.addInitScript((factor) => {
    const limit = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => limit(ms / factor);
  }, times);
}
