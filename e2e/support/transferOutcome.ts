import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/** The heading of a proven delivery. The match is exact because "Not delivered" contains the same word. */
export function deliveredHeading(page: Page): Locator {
  return page.getByRole('heading', { name: 'Delivered', exact: true });
}

export async function expectDelivered(page: Page): Promise<void> {
  await expect(deliveredHeading(page)).toBeVisible({ timeout: 60_000 });
}

/** Requires the app to show a page and not its crash notice. */
export async function expectNoCrash(page: Page): Promise<void> {
  await expect(page.getByText('This page stopped working')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
}
