import { readFileSync } from 'node:fs';
import type { Download, Page } from '@playwright/test';
import type { Address, Hash, PrivateKeyAccount } from 'viem';
import { encodeFunctionData, erc20Abi, toHex } from 'viem';
import { depositCall } from '../tools/lab/chains/depositCall.ts';
import type { Call } from './support/deskTransactions.ts';
import { depositOf, sendNew } from './support/deskTransactions.ts';
import { holdRequests } from './support/holdRequests.ts';
import { expect, test } from './support/look.ts';
import { isPaid, isRefunded, statusOf } from './support/receiptStatus.ts';
import { sendDeposits } from './support/sendDeposits.ts';
import type { TestStack } from './support/testStack.ts';

const unknownHashes = (count: number): readonly Hash[] =>
  Array.from({ length: count }, (_, index): Hash => `0x${`${index + 1}`.padStart(64, 'e')}`);

const box = (page: Page) => page.getByRole('textbox', { name: /Hashes, links/ });
const rows = (page: Page) =>
  page
    .getByRole('table', { name: 'Transfers' })
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

async function exportTable(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Export' }).click();
  const [csv] = await Promise.all([
    page.waitForEvent('download').then(textOf),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  return csv;
}

const erc20 = (stack: TestStack, functionName: 'approve' | 'transfer', to: Address): Call => ({
  to: stack.token('Northshore', 'USDC').address,
  data: encodeFunctionData({ abi: erc20Abi, functionName, args: [to, 5n] }),
  value: 0n,
});

/** A deposit of tokens that the contract may not take. */
function unapproved(stack: TestStack, { address }: PrivateKeyAccount): Call {
  const { depositContract, vault } = stack.chain('Northshore').deployment;
  const token = stack.token('Northshore', 'USDC').address;
  const order = { target: address, token, maker: vault, amount: 5_000_000n };
  return { to: depositContract, ...depositCall({ ...order, destination: stack.chain('Southshore').id }) };
}

/** Sends one transaction of each kind, all at once. @returns their hashes with the expected verdicts */
async function sendMixed(stack: TestStack): Promise<ReadonlyMap<Hash, string>> {
  const { depositContract, vault } = stack.chain('Northshore').deployment;
  const other = stack.chain('Southshore').deployment.depositContract;
  const send = (
    title: string,
    callOf: (account: PrivateKeyAccount) => Partial<Call>,
    { gas = null, isEnded }: { gas?: number | null; isEnded?: typeof isPaid } = {},
  ) => {
    const hash = sendNew(stack, callOf, gas === null ? null : toHex(gas));
    return hash.then(async (sent) => {
      if (isEnded) await statusOf(stack, sent, isEnded);
      return [sent, title] as const;
    });
  };
  const deposit =
    (order: Parameters<typeof depositOf>[2]) =>
    ({ address }: PrivateKeyAccount) =>
      depositOf(stack, address, order);
  return new Map(
    await Promise.all([
      send('Delivered', deposit({}), { isEnded: isPaid }),
      send('Refunded', deposit({ amount: '20' }), { isEnded: isRefunded }),
      send('Refunded', deposit({ target: 'nowhere' }), { isEnded: isRefunded }),
      send('Too small to refund', deposit({ amount: '0.000000000000000001' })),
      send('Never reached the bridge: reverted', (account) => unapproved(stack, account), { gas: 300_000 }),
      send('Never reached the bridge: out of gas', deposit({}), { gas: 32_000 }),
      send('Not a deposit', () => erc20(stack, 'approve', depositContract)),
      send('Sent to another contract', () => erc20(stack, 'transfer', stack.token('Northshore', 'WBTC').address)),
      send('Sent to the bridge without a deposit', () => ({ to: vault, value: 5n })),
      send('Sent on the wrong chain', (account) => ({ ...depositOf(stack, account.address), to: other })),
    ]),
  );
}

test('a set of mixed hashes is judged at once, filtered, exported, reopened by its link, and pinned', {
  tag: '@look',
}, async ({ page, stack, look }) => {
  const unknown = unknownHashes(11);
  const mixed = await sendMixed(stack);
  const verdicts = [...mixed.values(), ...unknown.map(() => 'Not found on any of the 2 chains')];
  const hashes = [...mixed.keys(), ...unknown];
  const start = Date.now();
  await paste(page, hashes);
  await expect(page.getByText('21 of 21 looked up').first()).toBeVisible();
  console.log(`21 mixed hashes judged in ${Date.now() - start} ms, the load of the page included`);
  // Rows outside the window are not in the document.
  const viewport = page.viewportSize() ?? { width: 1280, height: 860 };
  await page.setViewportSize({ ...viewport, height: 2_000 });
  const judge = async () => {
    const shown = await rows(page).getByRole('link').allInnerTexts();
    // A refund and a kept deposit are final after a few blocks.
    if (shown.join() !== verdicts.join())
      await page.getByRole('button', { name: 'Look up open transfers again' }).click();
    return shown;
  };
  await expect
    .poll(judge, { message: 'the verdict of each hash', timeout: 90_000, intervals: [2_000] })
    .toEqual(verdicts);
  await page.setViewportSize({ ...viewport, height: 1180 });
  await look('desk table');
  await page.setViewportSize(viewport);

  // Paper has every row, each below the one before it, and whole.
  await expect(rows(page)).not.toHaveCount(21);
  await page.emulateMedia({ media: 'print' });
  await expect(rows(page)).toHaveCount(21);
  const placed = await rows(page).evaluateAll((all) =>
    all.map((row) => ({ ...row.getBoundingClientRect().toJSON(), breaks: getComputedStyle(row).breakInside })),
  );
  for (const [index, { top, breaks }] of placed.entries()) {
    expect(breaks).toBe('avoid');
    if (index > 0) expect(top).toBeGreaterThanOrEqual(placed[index - 1].bottom - 0.5);
  }
  await page.emulateMedia({ media: 'screen' });

  await filter(page, /^Delivered 1$/).click();
  await expect(rows(page)).toHaveCount(1);
  const csv = await exportTable(page);
  expect(csv.trim().split('\n')).toHaveLength(2);
  expect(csv).toContain(`${hashes[0]},delivered,verified,`);
  await page.keyboard.press('Escape');
  await filter(page, /^Delivered 1$/).click();

  // The row opens its answer beside the table, and the arrow keys move from there.
  await rows(page).getByRole('link').first().click();
  await expect(page.getByRole('complementary', { name: 'Answer' }).getByText('Delivered').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).getByRole('link').nth(1)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary', { name: 'Answer' })).toHaveCount(0);
  // The keyboard leads into the answer, so that a screen reader says it, and back to its row.
  const [opened, hash] = [rows(page).getByRole('link').nth(1), rows(page).nth(1).locator('[title^="0x"]')];
  await expect(opened).toHaveAccessibleDescription((await hash.textContent()) ?? '');
  await opened.press('Enter');
  await expect(page.getByRole('complementary', { name: 'Answer' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(opened).toBeFocused();

  await page.getByRole('button', { name: 'Pin open transfers' }).click();
  await expect(page.getByRole('heading', { name: 'Pinned transfers' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('21 of 21 looked up').first()).toBeVisible();
  await expect(filter(page, /^Delivered 1$/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Pinned transfers' }).getByText(/^Not found/)).toHaveCount(
    unknown.length,
  );

  // In Arabic a route reads from right to left, as its arrow does.
  await page.getByLabel('Language').selectOption('ar');
  const left = async (name: string) =>
    (await page.locator('td').getByText(name, { exact: true }).first().boundingBox())?.x ?? 0;
  await expect.poll(async () => (await left('Northshore')) > (await left('Southshore'))).toBe(true);

  // Another page looks them up as well.
  const asked = page.waitForRequest(
    (request) => request.url().endsWith('/get_receipts') && page.url().endsWith('/activity'),
  );
  await page.goto('/activity');
  expect((await asked).postData()).toContain(unknown[0]);
});

test('a set of 1,000 hashes survives a reload, and is too long to send as a link', async ({ page }) => {
  await paste(page, unknownHashes(1_000));
  await expect(page.getByText(/of 1,?000 looked up/).first()).toBeVisible();
  await page.reload();
  await expect(page.getByText(/of 1,?000 looked up/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Messengers cut off links with more than 150 hashes.')).toBeVisible();
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
  const csv = await exportTable(page);
  expect(csv.split('\r\n')[0]).toMatch(/,ticket,note$/);
  expect(csv.split('\r\n')[2]).toMatch(/,1,'=1\+1$/);

  await page.goto(`/receipts/${account.address}`);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).getByText(hash?.slice(0, 10) ?? '')).toBeVisible();
});
