import type { Page } from '@playwright/test';
import { amountField, connect, openForm, USDC, visitForm } from './support/bridgePage.ts';
import type { Look } from './support/look.ts';
import { expect, test } from './support/look.ts';

test.use({ looksOnPhone: true });

const RECIPIENT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/** Runs in the page. A person who asks for less motion sees each change at once. */
function countMotions(): number {
  const durations = document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().duration));
  return durations.filter((milliseconds) => milliseconds > 1).length;
}

test('the form is accessible with any amount and recipient', async ({ page, wallet, look }) => {
  await wallet.install(page);
  await visitForm(page, USDC);
  await amountField(page).fill('1e3');
  await expect(page.getByRole('alert')).toBeVisible();
  await look('invalid amount');
  await amountField(page).fill('1,234');
  await expect(page.getByRole('group', { name: 'Which amount?' })).toBeVisible();
  await look('ambiguous amount');
  await amountField(page).fill('90000');
  await expect(page.getByRole('button', { name: 'Change the amount or route' })).toBeVisible();
  await look('amount out of range');
  await amountField(page).fill('250.5');
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible();
  await look('quote without a wallet');
  const fees = ['You pay', 'Bridge fee', 'Network fee on Southshore', 'Gas on Northshore', 'Usual time', 'Limits'];
  await expect(page.locator('main dl').first().getByRole('term')).toHaveText(fees);
  await expect.poll(() => page.evaluate(countMotions)).toBe(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(() => page.evaluate(countMotions)).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });

  await wallet.selectChain('Southshore');
  await connect(page);
  await expect(page.getByText('Your wallet is on Southshore')).toBeVisible();
  await look('wallet on another network');
  await page.getByRole('button', { name: 'Switch to Northshore' }).click();
  await expect(page.getByText('Your wallet is on Southshore')).toBeHidden();
  await page.getByRole('button', { name: 'Change recipient' }).click();
  await look('empty recipient');
  await page.getByLabel('Recipient address').fill('0x1234');
  await expect(page.getByRole('alert')).toBeVisible();
  await look('invalid recipient');
  await page.getByLabel('Recipient address').fill(RECIPIENT);
  await expect(page.getByRole('button', { name: 'Review transfer' })).toBeVisible();
  await look('another recipient');
  await page.getByRole('button', { name: 'Use my account' }).click();
  await amountField(page).fill('250.5');
  await expect(page.getByRole('button', { name: 'Review transfer' })).toBeVisible();
  await look('ready');
});

test('each dialog and the address book are accessible', async ({ page, wallet, look }) => {
  await openForm(page, wallet, USDC);
  const dialog = page.getByRole('dialog');
  const account = page.getByRole('banner').getByRole('button').last();
  for (const [opener, name] of [
    [page.getByRole('button', { name: 'Token: USDC' }), 'tokens'],
    [page.getByRole('button', { name: /^Origin chain/ }), 'chains'],
    [account, 'account'],
  ] as const) {
    await opener.click();
    await expect(dialog).toBeVisible();
    await look(name);
    await dialog.getByRole('button', { name: 'Close' }).click();
  }
  await test.step('address book', () => lookAtAddressBook(page, look));
  await account.click();
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Test Wallet' })).toBeVisible();
  await look('wallets');
  await page.getByRole('button', { name: 'Look at an account' }).click();
  await page.getByLabel('Account address').fill('0x12');
  await page.getByRole('button', { name: 'Look at account' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await look('invalid account to look at');
});

async function lookAtAddressBook(page: Page, look: Look): Promise<void> {
  await page.getByRole('button', { name: 'Change recipient' }).click();
  await page.getByRole('button', { name: 'Address book' }).click();
  await expect(page.getByText('No contacts yet')).toBeVisible();
  await look('empty address book');
  await page.getByRole('button', { name: 'Add contact' }).click();
  await page.getByLabel('Address', { exact: true }).fill('0x1234');
  await page.getByRole('button', { name: 'Save contact' }).click();
  await expect(page.getByRole('alert')).toHaveCount(2);
  await look('invalid contact');
  await page.getByLabel('Name', { exact: true }).fill('Grace, who repairs the lighthouse');
  await page.getByLabel('Address', { exact: true }).fill(RECIPIENT);
  await page.getByLabel('Note (optional)').fill('The boat on the second pier');
  await page.getByRole('button', { name: 'Save contact' }).click();
  const contact = page.getByRole('dialog').getByRole('button', { name: RECIPIENT });
  await expect(contact).toBeVisible();
  await look('address book');
  await page.getByRole('button', { name: 'Edit Grace' }).click();
  await page.getByRole('button', { name: 'Delete contact' }).click();
  await expect(page.getByText(/^Delete Grace/)).toBeVisible();
  await look('contact to delete');
  await page.getByRole('button', { name: 'Keep contact' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('region', { name: 'Saved' })).toBeVisible();
  await look('saved recipients');
}
