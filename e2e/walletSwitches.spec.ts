import { parseUnits } from 'viem';
import { amountField, deliver, ETH, openForm, send, USDC, visitForm } from './support/bridgePage.ts';
import { expect, test } from './support/look.ts';
import { sendTransaction } from './support/sendTransaction.ts';
import { expectDelivered, expectNoCrash } from './support/transferOutcome.ts';

const CONFIRM = { name: 'Confirm in wallet' };
const CONTINUE = { name: 'Continue in wallet' };

test.describe('a wallet that changes its account', () => {
  test('after the review or after the approval is asked to sign only once the first account is back', async ({
    page,
    stack,
    wallet,
  }) => {
    const other = await stack.createAccount({ Northshore: { ETH: '1', USDC: '500' } });
    const { account } = wallet;
    await openForm(page, wallet, USDC);
    await test.step('after the review', async () => {
      await amountField(page).fill('100');
      await page.getByRole('button', { name: 'Review transfer' }).click();
      await expect(page.getByRole('button', CONFIRM)).toBeEnabled();
      await wallet.selectAccount(other);
      await expect(page.getByRole('button', CONFIRM)).toHaveCount(0);
      expect(wallet.signRequests()).toEqual([]);
      await expectNoCrash(page);
      await wallet.selectAccount(account);
    });

    await test.step('after the approval', async () => {
      wallet.next('eth_sendTransaction', {
        kind: 'run',
        work: async ([request]) => {
          const { hash } = await sendTransaction(stack.chain('Northshore'), { account, request: request as object });
          await wallet.selectAccount(other);
          return hash;
        },
      });
      await visitForm(page, USDC);
      await deliver(page, '99.9');
      await expect(page.getByText('Another account is connected')).toBeVisible();
      await expect(page.getByRole('main')).toContainText(account.address);
      expect(wallet.signRequests()).toHaveLength(1);

      await wallet.selectAccount(account);
      await page.getByRole('button', CONTINUE).click();
      await expectDelivered(page);
      expect(wallet.signRequests()).toHaveLength(2);
      expect(await stack.balanceOf('Southshore', 'USDC', account.address)).toBe(parseUnits('99.9', 6));
    });
  });

  test('unnoticed and signs with another account: the app reports that this is not the deposit', async ({
    page,
    stack,
    wallet,
  }) => {
    const other = await stack.createAccount({ Northshore: { ETH: '10' } });
    wallet.next('eth_sendTransaction', { kind: 'signAs', account: other });
    await openForm(page, wallet, ETH);
    await send(page, '1');
    await expect(page.getByRole('heading', { name: 'Searching the chains' })).toBeVisible();
    await expect(page.getByText('The transaction from your wallet is not this deposit')).toBeVisible();
  });
});

test.describe('a wallet on another chain', () => {
  test.use({ looksOnPhone: true });

  test('is not asked to sign before it has switched, and is asked to switch again', { tag: '@look' }, async ({
    page,
    wallet,
    look,
  }) => {
    const switchRequests = () => wallet.requests.filter(({ method }) => method === 'wallet_switchEthereumChain').length;
    await page.clock.install();
    await wallet.selectChain('Southshore');
    await openForm(page, wallet, ETH);
    await expect(page.getByText('Your wallet is on Southshore')).toBeVisible();
    await look('wallet on another network');
    await test.step('after it only claimed to have switched', async () => {
      wallet.next('wallet_switchEthereumChain', { kind: 'answer', result: null });
      await send(page, '1');
      await expect.poll(switchRequests).toBe(1);
      // The app waits a minute for the event that a wallet emits after a switch.
      await page.clock.fastForward(61_000);
      await expect(page.getByText('Your wallet didn’t switch to Northshore')).toBeVisible();
      await expect(page.getByText('Nothing was sent')).toBeVisible();
      expect(wallet.signRequests()).toEqual([]);
      await expectNoCrash(page);
    });

    await test.step('after a refusal', async () => {
      wallet.next('wallet_switchEthereumChain', { kind: 'reject' });
      await page.getByRole('button', CONTINUE).click();
      await expect(page.getByText('You rejected the request in your wallet')).toBeVisible();
      expect(wallet.signRequests()).toEqual([]);
      await page.getByRole('button', CONTINUE).click();
      await expectDelivered(page);
      expect(switchRequests()).toBe(3);
    });
  });
});
