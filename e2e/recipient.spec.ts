import type { Page } from '@playwright/test';
import { concatHex, createTestClient, http } from 'viem';
import { deployNames } from '../tools/lab/chains/testNames.ts';
import { amountField, depositData, depositedAmount, ETH, openForm, USDC, visitForm } from './support/bridgePage.ts';
import { holdRequests } from './support/holdRequests.ts';
import { expect, test } from './support/look.ts';
import type { TestStack } from './support/testStack.ts';

const CONFIRM = 'Confirm in wallet';

/** Additional settings, for the configuration and for its first chain. */
type More = { readonly more?: object; readonly ofNorthshore?: object };

async function configure(page: Page, stack: TestStack, { more, ofNorthshore }: More): Promise<void> {
  const config = stack.readWebConfig();
  const [north, ...others] = config.chains as object[];
  const json = { ...config, ...more, chains: [{ ...north, ...ofNorthshore }, ...others] };
  await page.route('**/config.json', (route) => route.fulfill({ json }));
}

/** Ticks every box of the review, so that only a blocking check keeps the button disabled. */
async function confirmAll(page: Page): Promise<void> {
  const boxes = page.locator('dialog [data-check]').getByRole('checkbox');
  await expect(boxes.first()).toBeVisible();
  for (const box of await boxes.all()) await box.check();
}

test('changing the recipient by keyboard leads into a field that says what to enter, also when its code is late', async ({
  page,
}) => {
  const release = await holdRequests(page, /\/assets\/form-.*\.js/);
  await visitForm(page, USDC);
  const change = page.getByRole('button', { name: 'Change recipient' });
  await change.press('Enter');
  // A screen reader follows the focus only from an element that is still there.
  const cameFrom = page.evaluate(
    () =>
      new Promise((resolve) => {
        const onFocus = ({ relatedTarget }: FocusEvent) =>
          resolve(relatedTarget instanceof Element ? relatedTarget.ariaLabel : null);
        window.addEventListener('focusin', onFocus, { once: true });
      }),
  );
  await expect(change).toBeFocused();
  release();
  const field = page.getByRole('textbox', { name: 'Recipient address' });
  await expect(field).toBeFocused();
  expect(await cameFrom).toBe('Change recipient');
  await expect(change).toBeHidden();
  await expect(field).toHaveAccessibleDescription('Empty: the tokens go to your account.');
  await page.keyboard.type('hello');
  await expect(field).toHaveValue('hello');
  await expect(field).toHaveAccessibleDescription(
    'This is not a valid address. Copy the whole address and paste it again.',
  );

  await page.getByRole('button', { name: 'Use my account' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Change recipient' })).toBeFocused();
});

test('a name is paid only at the address that the person saw', async ({ page, stack, wallet }) => {
  const names = await deployNames(stack.chain('Northshore'));
  const [before, after] = [await stack.createAccount(), await stack.createAccount()];
  await names.setRecord('bob.eth', before.address);
  await configure(page, stack, { ofNorthshore: { nameResolver: names.address } });
  await openForm(page, wallet, USDC);
  await amountField(page).fill('20');
  await page.getByRole('button', { name: 'Change recipient' }).click();
  const field = page.getByLabel('Recipient address or name');
  await expect(field).toBeFocused();
  await field.fill('unknown.eth');
  await expect(page.getByRole('alert').filter({ hasText: 'This name has no address' })).toBeVisible();
  await field.fill('Bob.eth');
  await expect(page.getByText(before.address)).toBeVisible();
  await expect(page.getByText(/bob\.eth, read on Northshore at block \d+/)).toBeVisible();

  await page.getByRole('button', { name: 'Save address' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Bob');
  await page.getByRole('button', { name: 'Save contact' }).click();
  await expect(page.getByText('Saved as Bob')).toBeVisible();

  await page.getByRole('button', { name: 'Review transfer' }).click();
  await expect(page.locator('[data-check="recipientName"]')).toContainText('Only one RPC provider of Northshore');
  await expect(page.locator('[data-check="recipientGas"]')).toContainText('The recipient has no ETH on Southshore');
  await confirmAll(page);
  await names.setRecord('bob.eth', after.address);
  await page.getByRole('button', { name: CONFIRM }).click();
  await expect(page.locator('[data-check="recipientName"]')).toContainText('no longer resolves to this recipient');
  await expect(page.getByRole('button', { name: CONFIRM })).toBeDisabled();
  expect(wallet.signRequests()).toEqual([]);

  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText(after.address)).toBeVisible();
  await page.getByRole('button', { name: 'Review transfer' }).click();
  await confirmAll(page);
  await page.getByRole('button', { name: CONFIRM }).click();
  await expect.poll(() => wallet.transactions.length).toBe(2);
  const data = wallet.transactions[1]?.data ?? '0x';
  expect(data).toBe(depositData(stack, { route: USDC, recipient: after.address, amount: depositedAmount(data) }));
});

test('a blocked account cannot send, and without the list no account can', async ({ page, stack, wallet }) => {
  await configure(page, stack, { more: { blockedAddresses: '/blocked.json' } });
  await page.route('**/blocked.json', (route) => route.fulfill({ status: 500 }));
  await openForm(page, wallet, USDC);
  await amountField(page).fill('20');
  await page.getByRole('button', { name: 'Review transfer' }).click();
  await expect(page.locator('[data-check="screening"]')).toContainText('The list of blocked addresses didn’t load');
  await expect(page.getByRole('button', { name: CONFIRM })).toBeDisabled();
  expect(wallet.signRequests()).toEqual([]);

  const refused = await stack.createAccount();
  await page.route('**/blocked.json', (route) => route.fulfill({ json: [refused.address.toLowerCase()] }));
  await page.goto(`/?from=Northshore&to=Southshore&token=USDC&amount=20&recipient=${refused.address}`);
  await expect(page.getByRole('alert').filter({ hasText: 'This site blocks this address' })).toBeVisible();
  await page.route('**/blocked.json', (route) => route.fulfill({ json: [wallet.address] }));
  await page.reload();
  await expect(page.getByRole('button', { name: 'Connect another account' })).toBeVisible();
  expect(wallet.signRequests()).toEqual([]);
});

test('an account whose delegated code refuses native tokens gets none', { tag: '@look' }, async ({
  page,
  stack,
  wallet,
  look,
}) => {
  const { rpcUrl } = stack.chain('Southshore');
  const chain = createTestClient({ mode: 'anvil', transport: http(rpcUrl) });
  const [code, recipient] = [await stack.createAccount(), await stack.createAccount()];
  await chain.setCode({ address: code.address, bytecode: '0xfe' });
  await chain.setCode({ address: recipient.address, bytecode: concatHex(['0xef0100', code.address]) });
  await openForm(page, wallet, ETH);
  await amountField(page).fill('1');
  await page.getByRole('button', { name: 'Change recipient' }).click();
  await page.getByLabel('Recipient address').fill(recipient.address);
  await page.getByRole('button', { name: 'Review transfer' }).click();
  await expect(page.locator('[data-check="payout"]')).toContainText('The recipient refuses ETH on Southshore');
  await expect(page.getByRole('button', { name: CONFIRM })).toBeDisabled();
  await look('payout refused');
  expect(wallet.signRequests()).toEqual([]);
});
