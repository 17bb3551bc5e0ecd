import { onPhone } from './support/phone.ts';
import { expect, test } from './support/test.ts';

const OPERATIONS = ['get_build_tx', 'get_all_pair_infos', 'get_receipt', 'get_receipts', 'get_pairs'];

test('the API page shows every operation and can try one out, in light and dark, on a desktop and a phone', async ({
  page,
  stack,
  problems,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${stack.serviceUrl}/docs`);
  for (const name of OPERATIONS) await expect(page.locator(`[id$="-${name}"]`)).toBeVisible();
  await expect(page.locator('html')).toHaveClass('dark-mode');

  const pairs = page.locator('[id$="-get_all_pair_infos"]');
  await pairs.getByRole('button').first().click();
  await pairs.getByRole('button', { name: 'Try it out' }).click();
  await pairs.getByRole('button', { name: 'Execute' }).click();
  await expect(pairs.locator('.live-responses-table')).toContainText('pair_infos');
  await expect(pairs.locator('.live-responses-table .response-col_status').last()).toContainText('200');

  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).toHaveClass('');
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await onPhone(page, async () => {
    for (const name of OPERATIONS) await expect(page.locator(`[id$="-${name}"]`)).toBeVisible();
    expect(await overflow()).toBeLessThanOrEqual(0);
  });
  expect(problems.list).toEqual([]);
  expect(problems.foreignRequests).toEqual([]);
});
