import type { Page } from '@playwright/test';
import { amountField, depositedAmount, openForm, USDC } from './support/bridgePage.ts';
import { holdRequests } from './support/holdRequests.ts';
import { expect, test } from './support/look.ts';

const PAIRS_REFRESH_MS = 61_000;

const reviewButton = (page: Page) => page.getByRole('button', { name: 'Review transfer' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Review transfer' });
/** The amount that leaves, in the review. */
const leaving = (page: Page) => dialog(page).getByText('Leaves Northshore').locator('xpath=following-sibling::strong');

type Price = { readonly currency: string; readonly value: string; readonly at: string };

/** Answers each list of pairs with another price of the token to send. */
async function changePrices(page: Page, value: () => string): Promise<void> {
  await page.route(/\/pairs\?/, async (route) => {
    const response = await route.fetch();
    const { data, status } = await response.json();
    const pair_infos = data.pair_infos.map((pair: { readonly from_token_price?: Price }) => ({
      ...pair,
      from_token_price: pair.from_token_price && { ...pair.from_token_price, value: value() },
    }));
    await route.fulfill({ response, json: { data: { ...data, pair_infos }, status } });
  });
}

test('a value in a currency is shown, built and reviewed as one amount when its price moves', {
  tag: '@phone',
}, async ({ page, wallet, look }) => {
  let price = '1';
  await changePrices(page, () => price);
  await page.clock.install();
  await openForm(page, wallet, USDC);
  await page.getByRole('button', { name: 'Enter USD' }).click();
  await page.getByLabel('Amount to send in USD').fill('100');
  await expect(page.getByText('100 USDC', { exact: true })).toBeVisible();
  await reviewButton(page).click();
  await expect(leaving(page)).toHaveText(/^100[.]?\d* USDC$/);

  price = '4';
  await page.clock.fastForward(PAIRS_REFRESH_MS);
  await expect(page.getByText('The price has changed')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByText('25 USDC at the new price')).toBeVisible();
  await expect(reviewButton(page)).toBeEnabled();
  await look('value at a new price');
  // The ended review stays closed, whatever the price or the person does.
  price = '1';
  await page.clock.fastForward(PAIRS_REFRESH_MS);
  await expect(page.getByText(/^100 USDC( at the new price)?$/)).toBeVisible();
  await expect(page.getByText('The price has changed')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  price = '4';
  await page.clock.fastForward(PAIRS_REFRESH_MS);
  await expect(page.getByText('25 USDC at the new price')).toBeVisible();
  await page.getByRole('button', { name: 'Enter USDC' }).click();
  await expect(amountField(page)).toHaveValue('25');
  await expect(page.getByText('The price has changed')).toBeHidden();
  await expect(dialog(page)).toHaveCount(0);
  await reviewButton(page).click();
  await expect(leaving(page)).toHaveText(/^25[.]?\d* USDC$/);
  await page.getByRole('button', { name: 'Confirm in wallet' }).click();
  await expect.poll(() => wallet.transactions.length, { message: 'the approval and the deposit' }).toBe(2);
  const sent = depositedAmount(wallet.transactions[1]?.data ?? '0x');
  expect(sent >= 25_000_000n && sent < 26_000_000n, `${sent}`).toBe(true);
});

test('a late share of the balance does not replace what was typed since', async ({ page, wallet }) => {
  await openForm(page, wallet, USDC);
  const max = page.getByRole('button', { name: 'Max' });
  await expect(max).toBeVisible();
  const release = await holdRequests(page, /get_build_tx/);
  const asked = page.waitForRequest(/get_build_tx/);
  await max.click();
  const request = await asked;
  const quoted = page.waitForRequest(/get_build_tx/);
  await amountField(page).fill('5');
  await quoted;
  release();
  expect((await request.response())?.ok()).toBe(true);
  await expect(page.getByLabel('You receive')).toHaveValue(/^4/);
  await expect(amountField(page)).toHaveValue('5');
});
