import type { Page } from '@playwright/test';
import { createGate } from './gate.ts';

/** Holds matching requests back until the returned function is called. */
export async function holdRequests(page: Page, matching: RegExp): Promise<() => void> {
  const gate = createGate();
  await page.route(matching, async (route) => {
    await gate.opened;
    await route.continue();
  });
  return gate.open;
}
