import type { Page } from '@playwright/test';
import { amountField, openForm, send, USDC, visitForm } from './support/bridgePage.ts';
import { holdRequests } from './support/holdRequests.ts';
import { expect, test } from './support/test.ts';

test.use({ savesData: false });

/** Makes requests for matching files fail, as if offline. Returns a function that ends this. */
async function block(page: Page, files: RegExp): Promise<() => Promise<void>> {
  await page.route(files, (route) => route.abort());
  return () => page.unroute(files);
}

const failure = (page: Page) => page.getByRole('status').filter({ hasText: 'Part of this page didn’t load' });

test('a dialog or page that fails to load leaves the rest unchanged, and loads on retry', async ({ page }) => {
  // An idle page preloads the other pages.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await visitForm(page, USDC);
  await amountField(page).fill('12');

  const unblockDialog = await block(page, /\/assets\/AccountWithHistory-.*\.js/);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(failure(page)).toBeVisible();
  await expect(amountField(page)).toHaveValue('12');
  await failure(page).getByRole('button', { name: 'Try again' }).click();
  await expect(failure(page)).toBeVisible();
  await unblockDialog();
  await failure(page).getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog', { name: 'Connect a wallet' })).toBeVisible();
  await page.keyboard.press('Escape');

  // A page's texts fail like its code.
  const unblockTexts = await block(page, /\/assets\/en-.*\.js/);
  await page.getByRole('link', { name: 'Receipts' }).click();
  await expect(failure(page)).toBeVisible();
  await page.getByRole('link', { name: 'Bridge', exact: true }).click();
  await expect(amountField(page)).toHaveValue('12');
  await unblockTexts();
  await page.getByRole('link', { name: 'Receipts' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible();

  await page.getByRole('link', { name: 'Bridge', exact: true }).click();
  await test.step('a file that a newer version removed, or for which the host returns its page, fails the same way', async () => {
    const token = page.getByRole('button', { name: 'Token: USDC' });
    await page.route(/\/assets\/PickerDialog-.*\.js/, (route) =>
      route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html>' }),
    );
    await token.click();
    await expect(failure(page)).toBeVisible();
    await failure(page).getByRole('button', { name: 'Close' }).click();
    await expect(failure(page)).toBeHidden();
    await token.click();
    await expect(failure(page).getByRole('button', { name: 'Reload page' })).toBeVisible();
  });
});

test("a page that goes offline says so, and keeps this browser's transfers and receipts", async ({
  page,
  context,
  wallet,
}) => {
  await openForm(page, wallet, USDC);
  await send(page, '12');
  const link = page.getByRole('main').getByRole('link', { name: 'For support' });
  await expect(link).toBeVisible();
  await page.waitForLoadState('networkidle');

  await context.setOffline(true);
  const line = page.locator('[aria-live]').filter({ hasText: 'You’re offline. You can still read the transfers' });
  await expect(line).toBeVisible();
  await link.click();
  await page.getByRole('link', { name: 'Open the transfer' }).click();
  await expect(link).toBeVisible();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Activity/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: /^12.* USDC Northshore to Southshore/ })).toBeVisible();

  await context.setOffline(false);
  await expect(line).toBeHidden();
});

test('the review loads while the quote loads, so that it opens at once', async ({ page, wallet }) => {
  await openForm(page, wallet, USDC);
  const release = await holdRequests(page, /\/get_build_tx$/);
  const loaded = page.waitForResponse(/\/assets\/ReviewDialog-.*\.js/);
  await amountField(page).fill('12');
  await loaded;
  release();
  await page.getByRole('button', { name: 'Review transfer' }).click();
  await expect(page.getByRole('dialog', { name: 'Review transfer' })).toBeVisible();
});

test('while the review loads, the button that opens it is busy', async ({ page, wallet }) => {
  const release = await holdRequests(page, /\/assets\/ReviewDialog-.*\.js/);
  await openForm(page, wallet, USDC);
  await amountField(page).fill('12');
  const button = page.getByRole('button', { name: 'Review transfer' });
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(page.getByRole('dialog', { name: 'Review transfer' })).toBeVisible();
});

test('a file that went missing before the page could report it makes the page announce the new version', async ({
  page,
}) => {
  await page.route('**/version.json', (route) => route.fulfill({ json: { version: '0123456789abcdef' } }));
  await page.route(/\/assets\/PickerDialog-.*\.js/, (route) => route.fulfill({ status: 404, body: 'Not found.' }));
  const release = await holdRequests(page, /\/assets\/screens-.*\.js/);
  await visitForm(page, USDC);
  await page.getByRole('button', { name: 'Token: USDC' }).click();
  await expect(failure(page)).toBeVisible();
  release();
  await expect(page.locator('[aria-live]').filter({ hasText: 'A new version is ready.' })).toBeVisible();
});

test('the page announces a new version, and reloads only on request', async ({ page }) => {
  let served = '0123456789abcdef';
  await page.route('**/version.json', (route) => route.fulfill({ json: { version: served } }));
  await page.route(/\/assets\/AccountWithHistory-.*\.js/, (route) =>
    route.fulfill({ status: 404, body: 'Not found.' }),
  );
  await visitForm(page, USDC);
  await amountField(page).fill('12');
  await page.waitForLoadState('networkidle');
  const notice = page.locator('[aria-live]').filter({ hasText: 'A new version is ready.' });
  await expect(notice).toBeHidden();

  // The new version has removed a file of this one.
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(failure(page)).toBeVisible();
  await notice.getByRole('button', { name: 'Later' }).click();
  await expect(notice).toBeHidden();
  served = 'fedcba9876543210';
  await failure(page).getByRole('button', { name: 'Try again' }).click();
  await expect(amountField(page)).toHaveValue('12');
  const reloaded = page.waitForEvent('load');
  await notice.getByRole('button', { name: 'Reload' }).click();
  await reloaded;
  await expect(amountField(page)).toHaveValue('12');
});
