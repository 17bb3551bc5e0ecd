import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { answerReceipt } from './support/answerReceipt.ts';
import { amountField, ETH, openForm, send, visitForm } from './support/bridgePage.ts';
import { goInside } from './support/goInside.ts';
import type { Look } from './support/look.ts';
import { expect, test } from './support/look.ts';
import { expectDelivered } from './support/transferOutcome.ts';

// Screens that no journey reaches. The journeys check all others on their way.

test.use({ looksOnPhone: true });

const HASH = `0x${'ab'.repeat(32)}`;
const RECIPIENT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

test('the specs check at least 59 screens', () => {
  const folder = new URL('./', import.meta.url);
  const specs = readdirSync(folder).filter((name) => name.endsWith('.spec.ts'));
  const texts = specs.map((name) => readFileSync(new URL(name, folder), 'utf8'));
  const names = texts.flatMap((text) => [...text.matchAll(/\blook\('([^']+)'\)/g)].map(([, name]) => name));
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(59);
});

test('the address book and the pages for adding, exporting and help are accessible', { tag: '@look' }, async ({
  page,
  wallet,
  look,
}) => {
  await openForm(page, wallet, ETH);
  await test.step('address book', () => lookAtAddressBook(page, look));
  await page.getByRole('button', { name: 'Use my account' }).click();
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

  await page.getByRole('button', { name: 'Export', exact: true }).first().click();
  await expect(dialog.getByText(/also contains the (?:contact|2 contacts) in your address book/)).toBeVisible();
  await look('export');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await goInside(page, `/help/${hash}`);
  await expect(page.getByRole('button', { name: 'Copy report' })).toBeVisible();
  await look('help with a report');
});

async function lookAtAddressBook(page: Page, look: Look): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Change recipient' }).click();
  await page.getByRole('button', { name: 'Address book' }).click();
  await expect(page.getByText('No contacts yet')).toBeVisible();
  await look('empty address book');
  await dialog.getByLabel('Import contacts').first().setInputFiles(fileWithContact());
  await expect(dialog.getByText('The file has 1 contact')).toBeVisible();
  await look('contacts to import');
  await dialog.getByRole('button', { name: 'Add to address book' }).click();
  await expect(dialog.getByText('1 contact added')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Grace/ })).toBeVisible();
  await page.getByRole('button', { name: 'Add contact' }).click();
  await page.getByLabel('Address', { exact: true }).fill('0x1234');
  await page.getByRole('button', { name: 'Save contact' }).click();
  await expect(page.getByRole('alert')).toHaveCount(2);
  await look('invalid contact');
  await page.getByLabel('Name', { exact: true }).fill('Ada, who repairs the lighthouse');
  await page.getByLabel('Address', { exact: true }).fill(RECIPIENT);
  await page.getByLabel('Note (optional)').fill('The boat on the second pier');
  await page.getByRole('button', { name: 'Save contact' }).click();
  await expect(dialog.getByRole('button').filter({ hasText: RECIPIENT })).toBeVisible();
  await look('address book');
  await page.getByRole('button', { name: 'Edit Ada' }).click();
  await page.getByRole('button', { name: 'Delete contact' }).click();
  await expect(page.getByText(/^Delete Ada/)).toBeVisible();
  await look('contact to delete');
  await page.getByRole('button', { name: 'Keep contact' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('region', { name: 'Saved' })).toBeVisible();
  await look('saved recipients');
}

/** A file as the app exports it, with one contact. */
function fileWithContact() {
  const contacts = [{ address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', name: 'Grace', note: '' }];
  const text = JSON.stringify({ format: 'causeway-transfers', version: 1, transfers: [], contacts });
  return { name: 'transfers.json', mimeType: 'application/json', buffer: Buffer.from(text) };
}

test('each dialog says its title first, shows no focus on it, and goes on to its content', async ({ page, wallet }) => {
  await wallet.install(page);
  await visitForm(page, ETH);
  const dialog = page.getByRole('dialog');
  const expectTitle = async (title: string) => {
    await expect(page.getByRole('dialog', { name: title })).toBeFocused();
    await expect(dialog).toHaveCSS('outline-style', 'none');
  };
  const open = async (name: string, title: string) => {
    await page.getByRole('button', { name, exact: true }).press('Enter');
    await expectTitle(title);
  };
  await open('Connect', 'Connect a wallet');
  await page.keyboard.press('Tab');
  const close = dialog.getByRole('button', { name: 'Close' });
  await expect(close).toBeFocused();
  await expect(close).not.toHaveCSS('outline-style', 'none');
  await dialog.getByRole('button', { name: 'Test Wallet' }).press('Enter');
  await expect(dialog).toBeHidden();

  await amountField(page).fill('1');
  await open('Review transfer', 'Review transfer');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Change recipient' }).press('Enter');
  await open('Address book', 'Address book');
  await page.keyboard.press('Escape');

  await page.getByRole('banner').getByRole('button', { name: 'Account' }).press('Enter');
  await expectTitle('Your wallet');
  await dialog.getByRole('button', { name: 'Use another wallet' }).press('Enter');
  await expectTitle('Connect a wallet');
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Activity' }).first().press('Enter');
  await open('Add', 'Add a transfer');
  await page.keyboard.press('Escape');
});

test('a refused copy says so', async ({ page, wallet }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError')) },
    });
  });
  const refused = 'Your browser didn’t copy it. Select the text instead.';
  await openForm(page, wallet, ETH);
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Copy address' }).click();
  const button = page.getByRole('button', { name: refused });
  await expect(button).toBeFocused();
  await expect(button).toHaveAttribute('title', refused);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  await goInside(page, `/help/${HASH}`);
  await page.getByRole('button', { name: 'Copy report' }).click();
  const region = page.getByRole('main').locator('[aria-live]');
  await expect(region.filter({ hasText: refused })).toBeVisible();

  await goInside(page, `/receipts/${HASH}`);
  await page.getByRole('button', { name: 'Copy reply' }).click();
  await expect(region.filter({ hasText: refused })).toBeVisible();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(region.filter({ hasText: `${refused} ${page.url()}` })).toBeVisible();
});

test('pages without data are accessible', { tag: '@look' }, async ({ page, look }) => {
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
  await expect(page.getByRole('main').getByRole('link', { name: 'Receipts' })).toHaveAttribute('href', '/receipts');
  await look('unknown transfer');
  // A service that knows only the specification has no get_receipts.
  await page.route('**/get_receipts', (route) => route.fulfill({ status: 404, json: {} }));
  const disagreement = page.getByRole('heading', { name: 'Bridge and chain disagree' });
  await page.route('**/get_receipt', answerReceipt(908, { step: 'paused', reason: 'paused' }));
  await page.goto(`/receipts/${HASH}`);
  await expect(disagreement).toBeVisible();
  await look('paused');
  await page.route('**/get_receipt', answerReceipt(909, { step: 'refunding', reason: 'amount_out_of_range' }));
  await page.reload();
  await expect(disagreement).toBeVisible();
  await look('refunding');
});

test('a page without HTTPS says that it needs HTTPS, and the notice is accessible', { tag: '@look' }, async ({
  page,
  stack,
  look,
}) => {
  await page.route('http://bridge.test/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: `${stack.webUrl}${pathname}` }) });
  });
  // The early page requests the settings, but this page never reads them, so the request would stay open.
  await page.route('http://bridge.test/config.json', (route) => route.abort());
  await page.goto('http://bridge.test/activity?a=1');
  await expect(page.getByRole('heading', { name: 'This connection isn’t secure' })).toBeVisible();
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

test('the crash notice is accessible', { tag: '@look' }, async ({ page, look }) => {
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
