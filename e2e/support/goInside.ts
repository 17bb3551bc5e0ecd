import type { Page } from '@playwright/test';

/** Goes to a path as a link of the app does, without loading the page again. */
export async function goInside(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => window.history.pushState(null, '', to), path);
}
