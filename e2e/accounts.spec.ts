import type { Page } from '@playwright/test';
import { amountField, connect, ETH, send, USDC, visitForm } from './support/bridgePage.ts';
import { expectDelivered } from './support/transferOutcome.ts';
import { expect, test } from './support/walletSite.ts';

test.use({ looksOnPhone: true, savesData: false });

test('a person views an account without a wallet, connects it, switches accounts, and connects another wallet', {
  tag: ['@core', '@look'],
}, async ({ page, stack, wallet, look }) => {
  await wallet.install(page);
  await visitForm(page, ETH);
  const dialog = page.getByRole('dialog');
  const account = page.getByRole('banner').getByRole('button').last();
  await test.step('nothing can be sent from an account that is only viewed', async () => {
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(dialog.getByRole('button', { name: 'Test Wallet' })).toBeVisible();
    await look('wallets');
    await page.getByRole('button', { name: 'View an account' }).click();
    await page.getByLabel('Account address').fill('0x12');
    await page.getByRole('button', { name: 'View account' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await look('invalid account to look at');
    await page.getByLabel('Account address').fill(wallet.address);
    await page.getByRole('button', { name: 'View account' }).click();
    await expect(page.getByText(/^Balance \W*100(?!\d)/)).toBeVisible();
    await amountField(page).fill('1');
    await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeEnabled();
    await expect(page.getByRole('button', { name: 'Review transfer' })).toHaveCount(0);
    expect(wallet.requests).toEqual([]);
  });

  await test.step('the same account, now with its wallet', async () => {
    await page.getByRole('button', { name: 'Connect wallet' }).click();
    await dialog.getByRole('button', { name: 'Test Wallet' }).click();
    await expect(page.getByRole('button', { name: 'Review transfer' })).toBeVisible();
    await expect(account).toHaveAccessibleName(`Account ${wallet.address.slice(0, 6)}…${wallet.address.slice(-4)}`);
  });

  await test.step('the account chosen in the wallet pays', async () => {
    const other = await stack.createAccount({ Northshore: { ETH: '7' } });
    wallet.next('wallet_requestPermissions', { kind: 'run', work: () => wallet.selectAccount(other) });
    await account.click();
    await expect(dialog).toContainText('Northshore100 ETH');
    const additions = dialog.getByRole('button', { name: /to your wallet$/ });
    await expect(additions).toHaveCount(3);
    wallet.next('wallet_watchAsset', { kind: 'reject' });
    const addition = dialog.getByRole('button', { name: 'Add USDC (Northshore) to your wallet' });
    await addition.click();
    await expect(dialog.getByText('Your wallet didn’t add USDC. Add it there by its address:')).toBeVisible();
    await look('token that was not added');
    await addition.click();
    await expect(dialog.getByRole('button', { name: 'USDC is listed in your wallet' })).toBeVisible();
    await expect(additions).toHaveCount(2);
    const { address } = stack.token('Northshore', 'USDC');
    expect(wallet.requests.at(-1)).toMatchObject({
      ...{ method: 'wallet_watchAsset', chainId: stack.chain('Northshore').id },
      params: { type: 'ERC20', options: { address, symbol: 'USDC', decimals: 6 } },
    });
    await expect(dialog.getByRole('button', { name: 'Address book' })).toContainText('No contacts yet');
    await look('account');
    await page.getByRole('button', { name: 'Switch account' }).click();
    await expect(page.getByText(/^Balance \W*7(?!\d)/)).toBeVisible();
    await send(page, '1');
    await expectDelivered(page);
    expect(wallet.transactions.map(({ from }) => from)).toEqual([other.address]);
  });

  await test.step('another wallet replaces the connected one', async () => {
    await account.click();
    await dialog.getByRole('link', { name: 'Delivered' }).click();
    await expect(dialog).toBeHidden();
    await account.click();
    await page.getByRole('button', { name: 'Use another wallet' }).click();
    await dialog.getByRole('button', { name: 'Local demo wallet' }).click();
    await expect(dialog).toBeHidden();
    await account.click();
    await expect(dialog).toContainText('Local demo wallet');
    await expect(dialog).toContainText(/\d WBTC/);
    await expect(dialog.getByRole('button', { name: /to your wallet$/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
    await connect(page);
  });
});

test('a dialog returns the focus to its button, although Safari focuses no button on a press', async ({
  page,
  wallet,
}) => {
  await wallet.install(page);
  await page.addInitScript(() => {
    window.addEventListener('mousedown', (event) => {
      event.preventDefault();
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
  });
  await visitForm(page, ETH);
  await page.waitForLoadState('networkidle');
  await connect(page);
  const account = page.getByRole('banner').getByRole('button', { name: 'Account' });
  await expect(account).toBeFocused();
  await page.getByLabel('Amount to send').fill('1');
  await page.getByRole('button', { name: 'Review transfer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: 'Review transfer' })).toBeFocused();
});

test('the main button keeps the focus when connecting turns it into a disabled one', async ({ page, wallet }) => {
  await wallet.install(page);
  await visitForm(page, ETH);
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Test Wallet' }).click();
  const disabled = page.getByRole('button', { name: 'Enter an amount' });
  await expect(disabled).toBeDisabled();
  await expect(disabled).toBeFocused();
  await disabled.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

/** Code that only these libraries contain. */
const LIBRARIES = { walletConnect: 'irn_subscribe', safe: 'getTxBySafeTxHash', coinbase: 'keys.coinbase.com' };

/** Returns a function that lists the libraries whose code the page has fetched. */
function watchLibraries(page: Page): () => Promise<readonly string[]> {
  const sources: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script' || !response.ok()) return;
    // The browser may discard a body before it is read.
    const source = response.text().catch(async () => (await page.request.get(response.url())).text());
    // A script may arrive after the last check, when the page is gone.
    source.catch(() => {});
    sources.push(source);
  });
  return async () => {
    const fetched = await Promise.all(sources);
    return Object.entries(LIBRARIES)
      .filter(([, code]) => fetched.some((source) => source.includes(code)))
      .map(([name]) => name);
  };
}

test('wallet code is fetched only once a person chooses that wallet, and a Base account opens its own window', async ({
  page,
  context,
}) => {
  await context.route('https://keys.coinbase.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: 'Keys' }),
  );
  const fetched = watchLibraries(page);
  await visitForm(page, USDC);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('button', { name: 'WalletConnect' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await fetched()).toEqual([]);

  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Base account' }).click();
  const popup = await opened;
  expect(popup.url()).toMatch(/^https:\/\/keys\.coinbase\.com\/connect/);
  await expect.poll(fetched).toEqual(['coinbase']);
  await popup.close();
});

test.describe('on a phone without a wallet in its browser', () => {
  test.use({
    userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140 Mobile',
    viewport: { width: 390, height: 844 },
  });

  test('links open the page inside wallet apps, or pass them the connection request', async ({ page, site }) => {
    const fetched = watchLibraries(page);
    await visitForm(page, USDC);
    const { host } = new URL(site.webUrl);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    const link = (name: string) => page.getByRole('dialog').getByRole('link', { name, exact: true });
    await expect(link('MetaMask')).toHaveAttribute('href', new RegExp(`^https://link\\.metamask\\.io/dapp/${host}/`));
    await expect(link('OKX Wallet')).toHaveAttribute('href', /^https:\/\/web3\.okx\.com\/download\?deeplink=/);
    expect(await fetched()).toEqual([]);
    await page.getByRole('button', { name: 'WalletConnect' }).click();
    await expect.poll(fetched).toEqual(['walletConnect']);
    await expect(link('Rainbow')).toHaveAttribute('href', /^https:\/\/rnbwapp\.com\/wc\?uri=wc%3A/);
    await expect(link('Another wallet app')).toHaveAttribute('href', /^wc:/);
  });
});
