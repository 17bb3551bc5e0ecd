import type { Page } from '@playwright/test';

/** Keeps the requests that match back until the returned function is called. */
export async function holdRequests(page: Page, matching: RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(matching, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
