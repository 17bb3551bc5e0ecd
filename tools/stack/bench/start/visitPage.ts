import type { Browser } from '@playwright/test';
import type { PageTimes } from './pageTimes.ts';
import { readPage, watchPage } from './pageTimes.ts';

/** A page to measure. */
export type Candidate = {
  readonly url: string;
  /** Matches once the form has everything it needs. */
  readonly completeSelector: string;
};

// A phone on a slow network: 1.6 Mbit/s and 150 ms per request.
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
/** Long tasks right after the form appears are as bad as those before. */
const SETTLE_MS = 2_000;

/** Visits a page with an empty cache, types one digit as soon as a field appears, and reads what the page measured. */
export async function visitPage(browser: Browser, { url, completeSelector }: Candidate): Promise<PageTimes> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', NETWORK);
    // This program's compiler wraps functions in a helper that the page lacks.
    await page.addInitScript('globalThis.__name = (value) => value;');
    await page.addInitScript(watchPage, completeSelector);
    await page.goto(url, { waitUntil: 'commit' });
    const field = page.locator('input:enabled:visible').first();
    await field.pressSequentially('7');
    await page.locator(completeSelector).first().waitFor({ state: 'attached' });
    await page.waitForTimeout(SETTLE_MS);
    const typed = await field.inputValue();
    if (typed !== '7') throw new Error(`${url} lost the typed digit: its field contains "${typed}"`);
    return await page.evaluate(readPage);
  } finally {
    await context.close();
  }
}
