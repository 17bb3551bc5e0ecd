import type { Page } from '@playwright/test';
import { formatUnits } from 'viem';
import { answerConfirming } from './support/answerReceipt.ts';
import { openForm, send, USDC } from './support/bridgePage.ts';
// This test fixes the usual time, which otherwise depends on the run's other transfers.
import { expect, test } from './support/look.ts';
import { deliveredHeading } from './support/transferOutcome.ts';

const badge = (page: Page) => page.locator('link[rel="icon"]');

test('a person on another page is told that the transfer arrived, and its link works on any device', {
  tag: '@core',
}, async ({ page, browser, stack, wallet }) => {
  await page.route('**/get_receipt', answerConfirming);
  await openForm(page, wallet, USDC);
  await send(page, '100');
  await expect(page).toHaveTitle(/^3 of 4 · 100 USDC to Southshore/);
  await expect(page.getByRole('timer')).toContainText(/^Usually .+, .+ so far\.$/);
  await expect(badge(page)).toHaveAttribute('data-badge', 'open');

  const messages = page
    .locator('div')
    .filter({ has: page.getByRole('button', { name: 'Dismiss' }) })
    .last();
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(messages).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Activity' })).toContainText(
    '1 open',
  );
  await page.unroute('**/get_receipt', answerConfirming);
  await expect(messages).toContainText('Delivered', { timeout: 60_000 });
  // Because of fees, less arrives than was sent.
  const received = formatUnits(await stack.balanceOf('Southshore', 'USDC', wallet.address), 6);
  await expect(messages).toContainText(`Delivered ${received} USDC to Southshore`);
  await expect(page.locator('[aria-live]').filter({ hasText: /^Delivered/ })).toHaveText(
    `Delivered. ${received} USDC to Southshore`,
  );
  await expect(badge(page)).toHaveAttribute('data-badge', 'good');

  await messages.getByRole('link', { name: 'Open transfer' }).click();
  await expect(deliveredHeading(page)).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['Steps', 'What you can do']);
  await expect(messages).toHaveCount(0);
  await expect(page).toHaveTitle(`Delivered · ${received} USDC to Southshore · Causeway`);
  await expect(badge(page)).not.toHaveAttribute('data-badge');
  await expect(page.getByText(/^Took \d+ /).first()).toBeAttached();
  await page.getByText('Show QR code').click();
  await expect(page.getByRole('img', { name: 'QR code of the link to this transfer' })).toBeVisible();

  const visitor = await browser.newContext({ baseURL: stack.webUrl });
  const visitorPage = await visitor.newPage();
  const hash = wallet.transactions[1]?.hash;
  await visitorPage.goto(`/receipts/${hash}?origin=${stack.chain('Northshore').id}`);
  await expect(visitorPage.getByRole('heading', { level: 2, name: 'Delivered' })).toBeVisible();
  await expect(visitorPage.getByRole('article', { name: 'Receipt' }).getByRole('listitem')).toHaveCount(3);
  await visitor.close();
});
