import { readFileSync } from 'node:fs';
import type { Download, Page } from '@playwright/test';
import type { Hash } from 'viem';
import { holdRequests } from './support/holdRequests.ts';
import { expect, test } from './support/look.ts';
import { sendUnrelatedTransaction } from './support/otherTransactions.ts';
import { sendDeposits } from './support/sendDeposits.ts';

const unknownHashes = (count: number): readonly Hash[] =>
  Array.from({ length: count }, (_, index): Hash => `0x${`${index + 1}`.padStart(64, 'e')}`);

const box = (page: Page) => page.getByRole('textbox', { name: /Hashes, links/ });
const rows = (page: Page) =>
  page
    .getByRole('table', { name: 'Cases' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });
const filter = (page: Page, name: RegExp) =>
  page.getByRole('group', { name: 'Filter by verdict' }).getByRole('button', { name });

async function paste(page: Page, hashes: readonly string[]): Promise<void> {
  await page.goto('/receipts');
  await box(page).fill(hashes.join('\n'));
  await box(page).press('Enter');
}

const textOf = async (download: Download) => readFileSync(await download.path(), 'utf8');

test('a set of mixed hashes is judged at once, filtered, exported, reopened by its link, and pinned', async ({
  page,
  stack,
  look,
}) => {
  const account = await stack.createAccount({ Northshore: { ETH: '10' } });
  const deposits = await sendDeposits(stack, account, 3);
  const hashes = [...deposits, await sendUnrelatedTransaction(stack), ...unknownHashes(17)];
  // Until the bridge has paid them all.
  await expect(async () => {
    await paste(page, hashes);
    await expect(page.getByText('21 of 21 looked up').first()).toBeVisible();
    await expect(filter(page, /^Delivered 3$/)).toBeVisible({ timeout: 1_000 });
  }).toPass();

  await page.goto('/activity');
  const start = Date.now();
  await paste(page, hashes);
  await expect(page.getByText('21 of 21 looked up').first()).toBeVisible();
  console.log(`21 mixed hashes judged in ${Date.now() - start} ms, the load of the page included`);
  // The picture shows rows, not only the box and the counts.
  const window = page.viewportSize() ?? { width: 1280, height: 860 };
  await page.setViewportSize({ ...window, height: 1180 });
  await look('desk table');
  await page.setViewportSize(window);

  await filter(page, /^Delivered 3$/).click();
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Export' }).click();
  const [csv] = await Promise.all([
    page.waitForEvent('download').then(textOf),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  expect(csv.trim().split('\n')).toHaveLength(4);
  for (const hash of deposits) expect(csv).toContain(`${hash},delivered,verified,`);
  await page.keyboard.press('Escape');

  // The row opens its answer beside the table, and the arrow keys move on from it.
  await rows(page).getByRole('link').first().click();
  await expect(page.getByRole('complementary', { name: 'Answer' }).getByText('Delivered').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).getByRole('link').nth(1)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary', { name: 'Answer' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Pin open cases' }).click();
  await expect(page.getByRole('heading', { name: 'Pinned cases' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('21 of 21 looked up').first()).toBeVisible();
  await expect(filter(page, /^Delivered 3$/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Pinned cases' }).getByText(/^Not found/)).toHaveCount(17);

  // Another page looks them up too.
  const asked = page.waitForRequest(
    (request) => request.url().endsWith('/get_receipts') && page.url().endsWith('/activity'),
  );
  await page.goto('/activity');
  expect((await asked).postData()).toContain(unknownHashes(1)[0]);
});

test('a table pauses, keeps the columns of its file, and lists a wallet', async ({ page, stack }) => {
  const account = await stack.createAccount({ Northshore: { ETH: '10' } });
  const [hash] = await sendDeposits(stack, account, 1);
  const lines = [hash, ...unknownHashes(29)].map((one, index) => `${index},${one},=1+1`);
  const release = await holdRequests(page, /\/get_receipts$/);
  await page.goto('/receipts');
  await page
    .getByLabel('Choose a CSV file')
    .first()
    .setInputFiles({
      name: 'cases.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`ticket,tx,note\n${lines.join('\n')}\n`),
    });
  await page.getByRole('button', { name: 'Pause' }).click();
  release();
  await expect(page.getByText('Paused at 6 of 30').first()).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText('30 of 30 looked up').first()).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  const [csv] = await Promise.all([
    page.waitForEvent('download').then(textOf),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  expect(csv.split('\r\n')[0]).toMatch(/,ticket,note$/);
  expect(csv.split('\r\n')[2]).toMatch(/,1,"'=1\+1"$/);

  await page.goto(`/receipts/${account.address}`);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).getByText(hash?.slice(0, 10) ?? '')).toBeVisible();
});
