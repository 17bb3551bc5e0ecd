import type { Page, Route } from '@playwright/test';
import { amountField, connect, ETH, openForm, send, USDC, visitForm } from './support/bridgePage.ts';
import { goInside } from './support/goInside.ts';
import { layoutShiftOf, recordLayoutShifts } from './support/layoutShift.ts';
import { expect, test } from './support/look.ts';
import type { TestWallet } from './support/testWallet.ts';
import { userRejected } from './support/testWallet.ts';
import { expectDelivered } from './support/transferOutcome.ts';

test.use({ looksOnPhone: true });

const confirmButton = (page: Page) => page.getByRole('button', { name: 'Confirm in wallet' });

test('each screen of a transfer is accessible, from the empty form to its receipt', {
  tag: '@phone',
}, async ({ page, wallet, look }) => {
  await wallet.install(page);
  await visitForm(page, USDC);
  // The road and the details load when the form is usable.
  await expect(page.locator('[class*="causeway"]').first()).toBeVisible();
  await expect(page.getByText('Usual time')).toBeVisible();
  await look('empty form');
  await goInside(page, '/no-such-page');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await look('page not found');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Token: USDC' })).toBeVisible();

  await connect(page);
  await amountField(page).fill('250.5');
  await page.getByRole('button', { name: 'Review transfer' }).click();
  await expect(confirmButton(page)).toBeEnabled();
  await look('review');
  await page.locator('dialog summary').click();
  await look('review with its passed checks');

  const reject = rejectLater(wallet);
  await confirmButton(page).click();
  await expect(page.getByText('Open your wallet')).toBeVisible();
  await look('waiting for the wallet');
  reject();
  await expect(page.getByText('You rejected the request in your wallet')).toBeVisible();
  await look('rejected');

  const confirming = answerReceipt(908, { step: 'confirming', confirmations: 3, confirmations_needed: 12 });
  await page.route('**/get_receipt', confirming);
  await page.getByRole('button', { name: 'Continue in wallet' }).click();
  await expect(page.getByRole('progressbar').first()).toBeVisible();
  await look('open transfer');
  await page.unroute('**/get_receipt', confirming);
  await expectDelivered(page);
  await look('delivered');
  await page.locator('main a[href^="/receipts/"]').first().click();
  await expect(page.getByRole('article', { name: 'Receipt' })).toContainText('Delivered', {
    timeout: 60_000,
  });
  await look('receipt');
  const receiptPath = new URL(page.url()).pathname;
  await page.getByRole('link', { name: 'Activity' }).first().click();
  await expect(page.getByRole('main').locator('a[href^="/transfers/"]')).toHaveCount(1);
  await expect(page.getByText('All blocks read')).toHaveCount(2);
  await look('activity');

  // A fresh load keeps its place while the chains answer.
  await recordLayoutShifts(page);
  for (const path of [receiptPath, '/activity']) {
    await page.goto(path);
    await expect(page.getByText('Delivered').locator('visible=true').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await layoutShiftOf(page), path).toBeLessThan(0.1);
  }
});

/** The user rejects the next transaction when the returned function is called. */
function rejectLater(wallet: TestWallet): () => void {
  let reject = () => {};
  const rejected = new Promise((_, refuse) => {
    reject = () => refuse(userRejected());
  });
  wallet.next('eth_sendTransaction', { kind: 'run', work: () => rejected });
  return () => reject();
}

test('adding, importing contacts, exporting and asking for help are accessible', async ({ page, wallet, look }) => {
  await openForm(page, wallet, ETH);
  await send(page, '1');
  await expectDelivered(page);
  const hash = wallet.transactions[0]?.hash ?? '';
  await page.getByRole('link', { name: 'Activity' }).first().click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Deposit hash').fill(hash);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('This browser already has it, from Northshore')).toBeVisible();
  await look('known hash to add');
  await dialog.getByRole('button', { name: 'Close' }).click();

  await goInside(page, '/');
  await page.getByRole('button', { name: 'Change recipient' }).click();
  await page.getByRole('button', { name: 'Address book' }).click();
  await dialog.getByLabel('Import contacts').first().setInputFiles(fileWithContact());
  await expect(dialog.getByText('The file has 1 contact')).toBeVisible();
  await look('contacts to import');
  await dialog.getByRole('button', { name: 'Add to address book' }).click();
  await expect(dialog.getByText('1 contact added')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Grace/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('link', { name: 'Activity' }).first().click();
  await page.getByRole('button', { name: 'Export', exact: true }).first().click();
  await expect(dialog.getByText(/also has the contact of your address book/)).toBeVisible();
  await look('export');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await goInside(page, `/help/${hash}`);
  await expect(page.getByRole('button', { name: 'Copy report' })).toBeVisible();
  await look('help with a report');
});

/** A file as the app exports it, with one contact. */
function fileWithContact() {
  const contacts = [{ address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', name: 'Grace', note: '' }];
  const text = JSON.stringify({ format: 'causeway-transfers', version: 1, transfers: [], contacts });
  return { name: 'transfers.json', mimeType: 'application/json', buffer: Buffer.from(text) };
}

test('a review that needs attention is accessible', async ({ page, stack, wallet, look }) => {
  const { address } = await stack.createAccount();
  await wallet.install(page);
  await page.goto(`/?from=Northshore&to=Southshore&token=USDC&amount=20&recipient=${address}`);
  await connect(page);
  // Without its endpoints the app cannot run the checks of the chains.
  for (const { rpcUrl } of stack.chains) await page.route(`${rpcUrl}/**`, (route) => route.abort());
  await page.getByRole('button', { name: 'Review transfer' }).click();
  await expect(page.locator('[data-check="recipientFromLink"]')).toBeVisible();
  await expect(page.locator('[data-state="unknown"]').first()).toBeVisible();
  await look('failing checks');
});

function answerReceipt(code: number, details: object): (route: Route) => Promise<void> {
  return (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { data: null, status: { code, message: 'A sentence that the app does not read.', details } },
    });
}
