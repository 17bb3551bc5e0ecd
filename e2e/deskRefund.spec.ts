import type { Page } from '@playwright/test';
import type { Hash } from 'viem';
import { depositOf, sendNew } from './support/deskTransactions.ts';
import { expect, test } from './support/test.ts';

/** A payment takes several blocks, and the page reads a case again every five seconds. */
const SOON = { timeout: 60_000 };

async function lookUp(page: Page, hash: Hash, title: string): Promise<void> {
  await page.goto(`/receipts/${hash}`);
  const heading = page.getByRole('article', { name: 'Receipt' }).getByRole('heading', { level: 2 });
  await expect(heading, hash).toHaveText(title, SOON);
}

test('the desk says that dust is kept', async ({ page, stack }) => {
  const hash = await sendNew(stack, ({ address }) => depositOf(stack, address, { amount: '0.000000000000000001' }));
  await lookUp(page, hash, 'Kept: a refund costs more than the deposit');
});

test('a refund leads back to its deposit', async ({ page, stack }) => {
  const hash = await sendNew(stack, ({ address }) => depositOf(stack, address, { target: 'nowhere' }));
  await lookUp(page, hash, 'Refunded');
  await expect(page).toHaveTitle(/^Refunded · /);
  const answer = await page.request.post(`${stack.serviceUrl}/get_receipt`, { data: { from_chain_hash: hash } });
  const { status } = await answer.json();
  await lookUp(page, status.details.refund_hash, 'Refunded');
  await expect(page.getByRole('article', { name: 'Receipt' })).toContainText(
    'You looked up the refund. This is its deposit.',
  );
});
