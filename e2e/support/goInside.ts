import type { Page } from '@playwright/test';

/** Navigates like one of the app's links, without reloading the page. */
export async function goInside(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => window.history.pushState(null, '', to), path);
}
