import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/** The heading of a proven delivery. Exact, for "Not delivered" has the same letters in it. */
export function deliveredHeading(page: Page): Locator {
  return page.getByRole('heading', { name: 'Delivered', exact: true });
}

export async function expectDelivered(page: Page): Promise<void> {
  await expect(deliveredHeading(page)).toBeVisible({ timeout: 60_000 });
}

/** The page stands, and has not broken. */
export async function expectAlive(page: Page): Promise<void> {
  await expect(page.getByText('Something in this page broke')).toHaveCount(0);
  await expect(page.locator('main')).not.toBeEmpty();
}
