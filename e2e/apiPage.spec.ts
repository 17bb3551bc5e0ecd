import { expect, test } from './support/test.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the page of the interface shows each operation and tries one out: ${colorScheme} @phone`, async ({
    page,
    stack,
    problems,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto(`${stack.serviceUrl}/docs`);
    for (const name of ['get_build_tx', 'get_all_pair_infos', 'get_receipt', 'get_receipts', 'get_pairs']) {
      await expect(page.locator(`[id$="-${name}"]`)).toBeVisible();
    }
    await expect(page.locator('html')).toHaveClass(colorScheme === 'dark' ? 'dark-mode' : '');

    const pairs = page.locator('[id$="-get_all_pair_infos"]');
    await pairs.getByRole('button').first().click();
    await pairs.getByRole('button', { name: 'Try it out' }).click();
    await pairs.getByRole('button', { name: 'Execute' }).click();
    await expect(pairs.locator('.live-responses-table')).toContainText('pair_infos');
    await expect(pairs.locator('.live-responses-table .response-col_status').last()).toContainText('200');

    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(problems.list).toEqual([]);
    expect(problems.foreignRequests).toEqual([]);
  });
}
