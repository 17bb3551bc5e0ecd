import type { Page } from '@playwright/test';
import { goInside } from './support/goInside.ts';
import { expect, test } from './support/look.ts';

test.use({ looksOnPhone: true });

const HASH = `0x${'ab'.repeat(32)}`;

async function answerReceipt(page: Page, code: number, details: object): Promise<void> {
  await page.unrouteAll();
  // A service that knows only the specification has no get_receipts.
  await page.route('**/get_receipts', (route) => route.fulfill({ status: 404, json: {} }));
  await page.route('**/get_receipt', (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { data: null, status: { code, message: 'A sentence that the app does not read.', details } },
    }),
  );
}

const notice = (page: Page) => page.getByRole('main').locator('[class*=notice]').first();

test('the search for a receipt is accessible', async ({ page, look }) => {
  await page.goto('/receipts');
  const field = page.getByLabel('Hashes, links, addresses or a whole message');
  await expect(field).toBeVisible();
  await expect(page.getByText('Verify a proof file')).toBeVisible();
  await look('receipt search');
  await field.fill('0x12');
  await page.getByRole('button', { name: 'Look up' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await look('invalid hash');
  await goInside(page, `/receipts/${HASH}`);
  await expect(page.getByRole('heading', { name: 'Not found on any of the 2 chains' })).toBeVisible();
  await look('receipt not found');
  for (const [name, code, details] of [
    ['paused', 908, { step: 'paused', reason: 'paused' }],
    ['refunding', 909, { step: 'refunding', reason: 'amount_out_of_range' }],
  ] as const) {
    await answerReceipt(page, code, details);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Bridge and chain disagree' })).toBeVisible();
    await look(name);
  }
});

test('a page without its data is accessible', async ({ page, look }) => {
  await page.goto('/activity');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await look('empty activity');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Deposit hash').fill('0x12');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await look('invalid hash to add');
  await dialog.getByLabel('Deposit hash').fill(HASH);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText(/^Not found on Northshore/)).toBeVisible();
  await look('unknown hash to add');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await goInside(page, '/help');
  await expect(page.getByRole('heading', { name: 'Support never asks for' })).toBeVisible();
  await look('help without a transfer');
  await goInside(page, '/transfers/unknown');
  await expect(page.getByRole('heading', { name: 'Transfer not found in this browser' })).toBeVisible();
  await look('unknown transfer');
  await page.route(/\/(get_all_pair_infos|pairs)\b/, (route) => route.abort());
  await page.goto('/');
  await expect(notice(page)).toBeVisible({ timeout: 60_000 });
  await look('service down');
  await page.route('**/config.json', (route) => route.fulfill({ json: {} }));
  await page.goto('/');
  await expect(page.locator('#root p').first()).toBeVisible();
  await look('invalid settings');
});

test('a page without HTTPS says that it needs it, and the notice is accessible', async ({ page, stack, look }) => {
  await page.route('http://bridge.test/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: `${stack.webUrl}${pathname}` }) });
  });
  // The early page asks for the settings, which this page never reads: the request would stay open.
  await page.route('http://bridge.test/config.json', (route) => route.abort());
  await page.goto('http://bridge.test/activity?a=1');
  await expect(page.getByRole('heading', { name: 'This page has no secure connection' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open the https address' })).toHaveAttribute(
    'href',
    'https://bridge.test/activity?a=1',
  );
  await look('page without HTTPS');
});

test('a page in a browser without Web Locks asks for a newer browser', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'This browser is too old' })).toBeVisible();
  await expect(page.getByText('Update this browser, or open the page in another one.')).toBeVisible();
});

test('the notice of a crash is accessible', async ({ page, look }) => {
  await page.addInitScript(() => {
    const original = window.matchMedia.bind(window);
    window.matchMedia = (query) => {
      if (query.includes('prefers-color-scheme')) throw new Error('This browser broke.');
      return original(query);
    };
  });
  await page.goto('/?token=USDC&amount=12');
  await expect(page.getByRole('button', { name: 'Reload page' })).toBeVisible();
  await look('crash notice');
});
