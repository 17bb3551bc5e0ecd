import type { Page } from '@playwright/test';
import { amountField, USDC, visitForm } from './support/bridgePage.ts';
import { expect, test } from './support/test.ts';

/** Makes every request for files that match fail, as without a network. Returns the function that ends it. */
async function block(page: Page, files: RegExp): Promise<() => Promise<void>> {
  await page.route(files, (route) => route.abort());
  return () => page.unroute(files);
}

const failure = (page: Page) => page.getByRole('status').filter({ hasText: 'This part did not load' });

test('a dialog and a page that do not load leave the rest as it is, and load when they are tried again', async ({
  page,
}) => {
  await visitForm(page, USDC);
  await amountField(page).fill('12');

  const unblockDialog = await block(page, /\/assets\/AccountDialog-.*\.js/);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(failure(page)).toBeVisible();
  await expect(amountField(page)).toHaveValue('12');
  await failure(page).getByRole('button', { name: 'Try again' }).click();
  await expect(failure(page)).toBeVisible();
  await unblockDialog();
  await failure(page).getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog', { name: 'Connect a wallet' })).toBeVisible();
  await page.keyboard.press('Escape');

  // The texts of a page fail like its code.
  const unblockTexts = await block(page, /\/assets\/en-.*\.js/);
  await page.getByRole('link', { name: 'Receipts' }).click();
  await expect(failure(page)).toBeVisible();
  await page.getByRole('link', { name: 'Bridge', exact: true }).click();
  await expect(amountField(page)).toHaveValue('12');
  await unblockTexts();
  await page.getByRole('link', { name: 'Receipts' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible();
});

test('a part whose file a newer version has removed, or a host answers with its page, fails the same way', async ({
  page,
}) => {
  await visitForm(page, USDC);
  await page.route(/\/assets\/AccountDialog-.*\.js/, (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html>' }),
  );
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(failure(page)).toBeVisible();
  await failure(page).getByRole('button', { name: 'Close' }).click();
  await expect(failure(page)).toBeHidden();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(failure(page).getByRole('button', { name: 'Reload page' })).toBeVisible();
});
