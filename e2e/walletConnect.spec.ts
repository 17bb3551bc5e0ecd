import type { Page } from '@playwright/test';
import { ETH, send, USDC, visitForm } from './support/bridgePage.ts';
import { expectDelivered } from './support/transferOutcome.ts';
import { expect, test } from './support/walletSite.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const connectButton = (page: Page) => page.getByRole('button', { name: 'Connect', exact: true });
const accountButton = (page: Page) => page.getByRole('banner').getByRole('button').last();

const walletConnectButton = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'WalletConnect' });

async function chooseWalletConnect(page: Page): Promise<void> {
  await connectButton(page).click();
  await walletConnectButton(page).click();
}

async function copyOffer(page: Page): Promise<string> {
  await expect(page.getByRole('img', { name: 'Connection code for your wallet app' })).toBeVisible();
  await page.getByRole('button', { name: 'Copy connection link' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const uri = await page.evaluate(() => navigator.clipboard.readText());
  expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?/);
  return uri;
}

test('a wallet that scans the code makes transfers, even on the next visit, after a lost connection and after a rejection', {
  tag: '@core',
}, async ({ page, site, paired, problems }) => {
  await test.step('the wallet scans the code and sends an ERC-20 token', async () => {
    await visitForm(page, USDC);
    await chooseWalletConnect(page);
    await paired.pair(await copyOffer(page));
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(paired.peer()).toMatchObject({ name: 'Causeway', url: site.webUrl });
    await send(page, '100');
    await expectDelivered(page);
    expect(paired.transactions).toHaveLength(2);
    // The library asks its vendor to verify the origin of some messages. The page's policy blocks this, and the transfer does
    // not need it.
    expect(problems.list.filter((text) => !text.includes('https://verify.walletconnect.org/'))).toEqual([]);
    expect(problems.foreignRequests).toEqual([]);
  });

  await test.step('it reconnects on the next visit, and a dropped relay connection loses no request', async () => {
    await visitForm(page, ETH);
    await expect(connectButton(page)).toHaveCount(0);
    site.relay.dropConnections();
    paired.rejectNext('transaction');
    await send(page, '0.5');
    await expect(page.getByText('You rejected the request in your wallet')).toBeVisible();
    expect(paired.transactions).toHaveLength(2);
  });

  await test.step('a rejected transaction is sent when the user continues', async () => {
    await page.getByRole('button', { name: 'Continue in wallet' }).click();
    await expectDelivered(page);
    expect(paired.transactions).toHaveLength(3);
  });
});

test('the wallet can reject the connection, either side can end it, and a late approval does not connect', async ({
  page,
  paired,
}) => {
  await visitForm(page, ETH);
  await test.step('a rejected connection leads back to the choice of wallets', async () => {
    paired.rejectNext('session');
    await chooseWalletConnect(page);
    await paired.pair(await copyOffer(page));
    await expect(page.getByText('You rejected the connection in your wallet.')).toBeVisible();
  });

  await test.step('the wallet disconnects', async () => {
    await walletConnectButton(page).click();
    await paired.pair(await copyOffer(page));
    await expect(page.getByRole('dialog')).toBeHidden();
    await paired.disconnect();
    await expect(connectButton(page)).toBeVisible();
  });

  await test.step('the page disconnects', async () => {
    await chooseWalletConnect(page);
    await paired.pair(await copyOffer(page));
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(paired.sessionCount()).toBe(1);
    await accountButton(page).click();
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await expect(connectButton(page)).toBeVisible();
    await expect.poll(() => paired.sessionCount()).toBe(0);
  });

  await test.step('a wallet that approves after the person has left is disconnected', async () => {
    await chooseWalletConnect(page);
    const uri = await copyOffer(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await paired.pair(uri);
    await expect.poll(() => paired.sessionCount()).toBe(0);
    await expect(connectButton(page)).toBeVisible();
  });
});
