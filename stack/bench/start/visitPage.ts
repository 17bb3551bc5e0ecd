import type { Browser, Request } from '@playwright/test';
import type { PageTimes } from './pageTimes.ts';
import { readPage, watchPage } from './pageTimes.ts';

/** A page to measure. */
export type Candidate = {
  readonly name: string;
  readonly url: string;
  /** Matches once the form has all that it needs. */
  readonly completeSelector: string;
};

/** `scriptBytes` and `requests` are those until the page was complete. */
export type Visit = PageTimes & { readonly scriptBytes: number; readonly requests: number };

// A phone on a slow network: 1.6 Mbit/s and 150 ms for each request.
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
/** Long tasks right after the form are as bad as those before it. */
const SETTLE_MS = 2_000;

async function bytesOf(request: Request): Promise<readonly [url: string, bytes: number]> {
  return [request.url(), (await request.sizes()).responseBodySize];
}

/** The page fetches the file of a chunk before it imports it. The import reads the cache, and is not a second request. */
function sumOfLargest(sizes: readonly (readonly [url: string, bytes: number])[]): number {
  const largest = new Map<string, number>();
  for (const [url, bytes] of sizes) largest.set(url, Math.max(bytes, largest.get(url) ?? 0));
  return [...largest.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** Visits a page with an empty cache, types one digit as soon as a field is there, and reads what the page measured. */
export async function visitPage(browser: Browser, { url, completeSelector }: Candidate): Promise<Visit> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', NETWORK);
    let isComplete = false;
    const requested = new Set<string>();
    const scripts: Promise<readonly [url: string, bytes: number]>[] = [];
    page.on('request', (request) => {
      if (!isComplete && !request.url().startsWith('data:')) requested.add(request.url());
    });
    page.on('requestfinished', (request) => {
      if (!isComplete && /\.js$/.test(new URL(request.url()).pathname)) scripts.push(bytesOf(request));
    });
    await page.addInitScript(watchPage, completeSelector);
    await page.goto(url, { waitUntil: 'commit' });
    await page.locator('input:enabled').first().pressSequentially('7');
    await page.locator(completeSelector).first().waitFor({ state: 'attached' });
    isComplete = true;
    await page.waitForTimeout(SETTLE_MS);
    const typed = await page.locator('input:enabled').first().inputValue();
    if (typed !== '7') throw new Error(`${url} lost the digit that was typed: its field holds "${typed}"`);
    const scriptBytes = sumOfLargest(await Promise.all(scripts));
    return { ...(await page.evaluate(readPage)), scriptBytes, requests: requested.size };
  } finally {
    await context.close();
  }
}
