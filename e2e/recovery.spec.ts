import { parseUnits } from 'viem';
import { answerConfirming } from './support/answerReceipt.ts';
import {
  amountField,
  connect,
  deliver,
  ETH,
  openForm,
  reviewAndConfirm,
  send,
  USDC,
  visitForm,
} from './support/bridgePage.ts';
import { createGate } from './support/gate.ts';
import { goInside } from './support/goInside.ts';
import { layoutShiftOf, recordLayoutShifts } from './support/layoutShift.ts';
import { expect, test } from './support/look.ts';
import { mineUntilVisible } from './support/mineUntilVisible.ts';
import { sendTransaction } from './support/sendTransaction.ts';
import { userRejected } from './support/testWallet.ts';
import { expectDelivered } from './support/transferOutcome.ts';

test.use({ looksOnPhone: true });

// Enough to start a deposit, but not to finish it.
const TOO_LITTLE_GAS = '0x7d00';

test('after every rejection in the wallet, the user continues where they left off', {
  tag: ['@core', '@phone', '@look', '@pictures'],
}, async ({ page, stack, wallet, look }) => {
  const rejected = page.getByText('You rejected the request in your wallet');
  const resume = () => page.getByRole('button', { name: 'Continue in wallet' }).click();
  await wallet.install(page);
  await visitForm(page, USDC);
  // The illustration and the details load once the form is usable.
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
  await expect(page.getByRole('button', { name: 'Confirm in wallet' })).toBeEnabled();
  await look('review');
  await page.locator('dialog summary').click();
  await look('review with its passed checks');

  await test.step('a rejected approval sends nothing', async () => {
    const answer = createGate();
    const reject = async () => {
      await answer.opened;
      throw userRejected();
    };
    wallet.next('eth_sendTransaction', { kind: 'run', work: reject });
    await page.getByRole('button', { name: 'Confirm in wallet' }).click();
    await expect(page.getByText(/^Open your wallet/)).toBeVisible();
    await look('waiting for the wallet');
    answer.open();
    await expect(rejected).toBeVisible();
    await look('rejected');
    expect(wallet.transactions).toHaveLength(0);
    expect(await stack.balanceOf('Northshore', 'USDC', wallet.address)).toBe(parseUnits('20000', 6));
  });

  await test.step('a retry of a rejected deposit needs no second approval', async () => {
    wallet.next('eth_sendTransaction', { kind: 'approve' });
    wallet.next('eth_sendTransaction', { kind: 'reject' });
    await resume();
    await expect.poll(() => wallet.signRequests().length).toBe(3);
    await expect(rejected).toBeVisible();
    expect(wallet.transactions).toHaveLength(1);
    await page.route('**/get_receipt', answerConfirming);
    await resume();
    await expect(page.getByRole('progressbar').first()).toBeVisible();
    await look('open transfer');
    await page.unroute('**/get_receipt', answerConfirming);
    await expectDelivered(page);
    const [amounts, picture] = [page.getByText('to your account'), page.locator('[class*="causeway"]')];
    expect((await amounts.boundingBox())?.y).toBeLessThan((await picture.boundingBox())?.y ?? 0);
    await look('delivered');
  });
  expect(wallet.transactions).toHaveLength(2);
  expect(await stack.balanceOf('Northshore', 'USDC', wallet.address)).toBe(parseUnits('19749.5', 6));
  expect(await stack.balanceOf('Southshore', 'USDC', wallet.address)).toBeGreaterThan(parseUnits('249', 6));

  await page.locator('main a[href^="/receipts/"]').first().click();
  await expect(page.getByRole('article', { name: 'Receipt' })).toContainText('Delivered', { timeout: 60_000 });
  await look('receipt');
  const receiptPath = new URL(page.url()).pathname;
  await page.getByRole('link', { name: 'Activity' }).first().click();
  await expect(page.getByRole('main').locator('a[href^="/transfers/"]')).toHaveCount(1);
  await expect(page.getByText('All blocks read')).toHaveCount(2);
  await look('activity');

  // The layout does not shift while code, and data from the chains, load, nor while a transfer proceeds.
  await recordLayoutShifts(page);
  const expectStill = async (screen: string, most = 0.02) => {
    await page.waitForLoadState('networkidle');
    expect.soft(await layoutShiftOf(page), screen).toBeLessThanOrEqual(most);
  };
  for (const path of [receiptPath, '/activity', '/?token=USDC&amount=12', '/receipts', '/help']) {
    await page.goto(path);
    // The footer appears last.
    await expect(page.getByRole('contentinfo')).toContainText('The bridge responded');
    await expectStill(path);
  }
  await page.goto('/?from=Northshore&to=Southshore&token=USDC&amount=12');
  await page.getByRole('button', { name: 'Review transfer' }).click();
  await expect(page.getByRole('button', { name: 'Confirm in wallet' })).toBeEnabled();
  await expectStill('review');
  await page.getByRole('button', { name: 'Confirm in wallet' }).click();
  await expectDelivered(page);
  await expect(page.getByText(/^Received, at today/)).toBeVisible();
  // The running time, which comes with the first confirmation, moves the buttons below it.
  await expectStill('delivery', 0.03);
});

test('starting over keeps the route and the amount, and a new transfer keeps the route', async ({ page, wallet }) => {
  const route = { from: 'Southshore', to: 'Northshore', token: 'ETH' } as const;
  wallet.next('eth_sendTransaction', { kind: 'reject' });
  await openForm(page, wallet, route);
  await amountField(page).fill('0.25');
  await reviewAndConfirm(page);
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(amountField(page)).toHaveValue('0.25');
  await expect(page).toHaveURL(/from=Southshore&to=Northshore&token=ETH/);
  await reviewAndConfirm(page);
  await expectDelivered(page);
  await page.getByRole('button', { name: 'Send another' }).click();
  await expect(page.getByRole('button', { name: 'Token: ETH' })).toBeVisible();
  await expect(page).toHaveURL(/from=Southshore&to=Northshore&token=ETH$/);
  await expect(amountField(page)).toHaveValue('');
  expect(wallet.transactions).toHaveLength(1);
});

test('a reload during the approval or the deposit loses nothing, and the receipt needs no wallet', {
  tag: '@core',
}, async ({ page, browser, stack, wallet }) => {
  await openForm(page, wallet, USDC);
  await test.step('a page reloaded while the approval is pending continues the transfer', async () => {
    wallet.next('eth_sendTransaction', { kind: 'loseAnswer' });
    await deliver(page, '99.9');
    await expect.poll(() => wallet.transactions.length).toBe(1);
    await page.reload();
    await page.getByRole('button', { name: 'Continue in wallet' }).click();
    await expect.poll(() => wallet.transactions.length).toBe(2);
  });

  await test.step('a page reloaded right after signing tracks the transfer to its delivery', async () => {
    await page.reload();
    await expectDelivered(page);
    expect(wallet.transactions).toHaveLength(2);
    expect(await stack.balanceOf('Southshore', 'USDC', wallet.address)).toBe(parseUnits('99.9', 6));
  });

  await test.step('a receipt opens from its link without a wallet', async () => {
    const visitor = await browser.newContext({ baseURL: stack.webUrl });
    const visitorPage = await visitor.newPage();
    await visitorPage.goto(`/receipts/${wallet.transactions[1]?.hash}`);
    const receipt = visitorPage.getByRole('article', { name: 'Receipt' });
    await expect(receipt).toContainText('Delivered');
    await expect(receipt).toContainText('99.9');
    await visitorPage.reload();
    await expect(receipt).toContainText('Southshore');
    await visitor.close();
  });
});

test('the app finds a deposit whose hash the wallet never returned', { tag: '@core' }, async ({
  page,
  stack,
  wallet,
}) => {
  const before = await stack.balanceOf('Southshore', 'ETH', wallet.address);
  wallet.next('eth_sendTransaction', { kind: 'loseAnswer' });
  await openForm(page, wallet, ETH);
  await deliver(page, '0.9990');
  await expect.poll(() => wallet.transactions.length).toBe(1);
  await page.reload();
  await expectDelivered(page);
  expect(wallet.transactions).toHaveLength(1);
  expect((await stack.balanceOf('Southshore', 'ETH', wallet.address)) - before).toBe(parseUnits('0.999', 18));
});

test('shows a deposit as failed once the chain rules it out, but still delivers one that arrives late', {
  tag: '@core',
}, async ({ page, stack, wallet }) => {
  const requests: object[] = [];
  const before = await stack.balanceOf('Northshore', 'ETH', wallet.address);
  wallet.next('eth_sendTransaction', {
    kind: 'run',
    work: async ([request]) => {
      requests.push(request as object);
      const { hash } = await sendTransaction(stack.chain('Northshore'), {
        account: wallet.account,
        request: { ...(request as object), gas: TOO_LITTLE_GAS },
      });
      return hash;
    },
  });
  await openForm(page, wallet, ETH);
  await send(page, '1');
  // A screen reader is told the same.
  await expect(page.getByText('The transaction from your wallet failed on Northshore').first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Transaction hash' })).toBeVisible();
  await mineUntilVisible(stack, page.getByRole('heading', { name: 'Deposit failed' }));
  await expect(page.getByText('The tokens are in the sender’s account').first()).toBeVisible();
  const spent = before - (await stack.balanceOf('Northshore', 'ETH', wallet.address));
  expect(spent).toBeLessThan(parseUnits('0.01', 18));
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('button', { name: 'Review transfer' }).click();
  await expect(page.getByText('Send anyway. I may send twice.')).toBeVisible();

  // The wallet also sent the deposit in another transaction, which a relay held back until now.
  await sendTransaction(stack.chain('Northshore'), { account: wallet.account, request: requests[0] ?? {} });
  await page.getByRole('dialog').getByRole('link', { name: 'Open the other transfer' }).click();
  await expectDelivered(page);
  expect(wallet.signRequests()).toHaveLength(1);
});

test('a wallet reconnects after a reload, whether it answers at once or announces itself late', async ({ page }) => {
  const address = '0x00000000000000000000000000000000000C0FFe';
  await page.addInitScript(injectHastyWallet, address);
  await visitForm(page, USDC);
  await connect(page, 'Hasty Wallet');
  const account = page.getByRole('button', { name: address.slice(-4) });
  await expect(account).toBeVisible();
  await page.reload();
  await expect(account).toBeVisible();
  // The form rewrites the URL, so the flag cannot be there.
  await page.evaluate(() => sessionStorage.setItem('wallet-is-late', 'yes'));
  await page.reload();
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('wallet-wakes-up')));
  await expect(account).toBeVisible();
});

/** Adds a wallet that answers at once. Playwright serializes this function, so it can use only its argument. */
function injectHastyWallet(address: string): void {
  const answers: Record<string, unknown> = {
    eth_accounts: [address],
    eth_requestAccounts: [address],
    eth_chainId: '0x1',
  };
  const provider = { request: async ({ method }: { method: string }) => answers[method], on() {}, removeListener() {} };
  const info = {
    uuid: '0b2f8a5e-4d0f-4a53-9df4-3a5c1a1e7c11',
    name: 'Hasty Wallet',
    icon: '',
    rdns: 'org.example.hasty',
  };
  const announce = () =>
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }));
  const isLate = sessionStorage.getItem('wallet-is-late') !== null;
  const wake = () => {
    window.addEventListener('eip6963:requestProvider', announce);
    announce();
  };
  if (!isLate) wake();
  window.addEventListener('wallet-wakes-up', wake);
}
