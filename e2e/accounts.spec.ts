import { amountField, connect, ETH, openForm, send, USDC, visitForm } from './support/bridgePage.ts';
import { expectDelivered } from './support/transferOutcome.ts';
import { expect, test } from './support/walletSite.ts';

test('an account is looked at without a wallet, and nothing can be sent from it', async ({ page, wallet }) => {
  await wallet.install(page);
  await visitForm(page, USDC);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('button', { name: 'Look at an account' }).click();
  await page.getByLabel('Account address').fill('0x12');
  await page.getByRole('button', { name: 'Look at account' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel('Account address').fill(wallet.address);
  await page.getByRole('button', { name: 'Look at account' }).click();
  await expect(page.getByText(/^Balance .*20.000/)).toBeVisible();
  await amountField(page).fill('100');
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Review transfer' })).toHaveCount(0);
  expect(wallet.requests).toEqual([]);

  // The same account, now with its wallet.
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Test Wallet' }).click();
  await expect(page.getByRole('button', { name: 'Review transfer' })).toBeVisible();
});

test('the account is switched in the wallet', async ({ page, stack, wallet }) => {
  await openForm(page, wallet, ETH);
  const other = await stack.createAccount({ Northshore: { ETH: '7' } });
  wallet.next('wallet_requestPermissions', { kind: 'run', work: () => wallet.selectAccount(other) });
  await page.getByRole('banner').getByRole('button').last().click();
  await page.getByRole('button', { name: 'Switch account' }).click();
  await expect(page.getByText(/^Balance \W*7(?!\d)/)).toBeVisible();
  await send(page, '1');
  await expectDelivered(page);
  expect(wallet.transactions.map(({ from }) => from)).toEqual([other.address]);
});

test('another wallet replaces the connected one', async ({ page, wallet }) => {
  await openForm(page, wallet, ETH);
  await page.getByRole('banner').getByRole('button').last().click();
  await page.getByRole('button', { name: 'Use another wallet' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Local demo wallet' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('banner').getByRole('button').last().click();
  await expect(page.getByRole('dialog')).toContainText('Local demo wallet');
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
  await connect(page);
});

/** Code that only these libraries have. */
const LIBRARIES = { walletConnect: 'irn_subscribe', safe: 'getTxBySafeTxHash', coinbase: 'keys.coinbase.com' };

test('no code of a wallet is fetched before a person chooses it', async ({ page }) => {
  const sources: string[] = [];
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script' && response.ok()) sources.push(await response.text());
  });
  const fetched = () =>
    Object.entries(LIBRARIES)
      .filter(([, code]) => sources.some((source) => source.includes(code)))
      .map(([name]) => name);
  await visitForm(page, USDC);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('button', { name: 'WalletConnect' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(fetched()).toEqual([]);
  await page.getByRole('button', { name: 'WalletConnect' }).click();
  await expect.poll(fetched).toEqual(['walletConnect']);
});

test.describe('on a phone without a wallet in its browser', () => {
  test.use({
    userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140 Mobile',
    viewport: { width: 390, height: 844 },
  });

  test('links open the page inside wallet apps, or hand them the offer', async ({ page, site }) => {
    await visitForm(page, USDC);
    const { host } = new URL(site.webUrl);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    const link = (name: string) => page.getByRole('dialog').getByRole('link', { name, exact: true });
    await expect(link('MetaMask')).toHaveAttribute('href', new RegExp(`^https://link\\.metamask\\.io/dapp/${host}/`));
    await expect(link('OKX Wallet')).toHaveAttribute('href', /^https:\/\/web3\.okx\.com\/download\?deeplink=/);
    await page.getByRole('button', { name: 'WalletConnect' }).click();
    await expect(link('Rainbow')).toHaveAttribute('href', /^https:\/\/rnbwapp\.com\/wc\?uri=wc%3A/);
    await expect(link('Another wallet app')).toHaveAttribute('href', /^wc:/);
  });
});

test('a Base account opens its own window', async ({ page, context }) => {
  await context.route('https://keys.coinbase.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: 'Keys' }),
  );
  await visitForm(page, USDC);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Base account' }).click();
  const popup = await opened;
  expect(popup.url()).toMatch(/^https:\/\/keys\.coinbase\.com\/connect/);
  await popup.close();
});
