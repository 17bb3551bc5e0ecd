import type { Browser, BrowserContextOptions } from '@playwright/test';
import type { PageTimes } from './pageTimes.ts';
import { readComplete, readPage, watchPage } from './pageTimes.ts';

/** A page to measure. */
export type Candidate = {
  readonly url: string;
  /** Matches once the page has everything it needs. */
  readonly completeSelector: string;
};

// A phone on a slow network: 1.6 Mbit/s and 150 ms per request.
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
/** Long tasks right after the form appears are as bad as those before. */
export const SETTLE_MS = 2_000;

/** Opens a page with an empty cache on a slow network. */
export async function openSlowPage(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  // This program's compiler wraps functions in a helper that the page lacks.
  await page.addInitScript('globalThis.__name = (value) => value;');
  return { page, session, close: () => context.close() };
}

/** Types one digit as soon as a field appears, and reads what the page measured. */
export async function visitPage(browser: Browser, { url, completeSelector }: Candidate): Promise<PageTimes> {
  const { page, close } = await openSlowPage(browser);
  try {
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
    await close();
  }
}

/** @returns when the page of a receipt showed its first fact */
export async function visitReceipt(browser: Browser, { url, completeSelector }: Candidate): Promise<number> {
  const { page, close } = await openSlowPage(browser);
  try {
    await page.addInitScript(watchPage, completeSelector);
    await page.goto(url, { waitUntil: 'commit' });
    const complete = await page.waitForFunction(readComplete);
    return Number(await complete.jsonValue());
  } finally {
    await close();
  }
}
