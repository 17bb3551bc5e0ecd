import { parseUnits } from 'viem';
import { amountField, ETH, openForm, send, USDC } from './support/bridgePage.ts';
import { shortenTimers } from './support/shortenWaits.ts';
import { expect, test } from './support/test.ts';
import { expectDelivered, expectNoCrash } from './support/transferOutcome.ts';
import { sendTransaction } from './support/walletSigner.ts';

const CONFIRM = { name: 'Confirm in wallet' };
const CONTINUE = { name: 'Continue in wallet' };

test.describe('a wallet that changes its account', () => {
  test('after the review is not asked to sign', async ({ page, stack, wallet }) => {
    await openForm(page, wallet, USDC);
    await amountField(page).fill('100');
    await page.getByRole('button', { name: 'Review transfer' }).click();
    await expect(page.getByRole('button', CONFIRM)).toBeEnabled();
    await wallet.selectAccount(await stack.createAccount({ Northshore: { ETH: '1', USDC: '500' } }));
    await expect(page.getByRole('button', CONFIRM)).toHaveCount(0);
    expect(wallet.signRequests()).toEqual([]);
    await expectNoCrash(page);
  });

  test('after the approval is asked for the deposit only once the first account is back', async ({
    page,
    stack,
    wallet,
  }) => {
    const other = await stack.createAccount({ Northshore: { ETH: '1', USDC: '500' } });
    const { account } = wallet;
    wallet.next('eth_sendTransaction', {
      kind: 'run',
      work: async ([request]) => {
        const { hash } = await sendTransaction(stack.chain('Northshore'), { account, request: request as object });
        await wallet.selectAccount(other);
        return hash;
      },
    });
    await openForm(page, wallet, USDC);
    await send(page, '100');
    await expect(page.getByText('Another account is connected')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('main')).toContainText(wallet.account.address);
    expect(wallet.signRequests()).toHaveLength(1);

    await wallet.selectAccount(wallet.account);
    await page.getByRole('button', CONTINUE).click();
    await expectDelivered(page);
    expect(wallet.signRequests()).toHaveLength(2);
    expect(await stack.balanceOf('Southshore', 'USDC', wallet.account.address)).toBe(parseUnits('99.9', 6));
  });

  test('unnoticed and signs with another: the app reports that the deposit is missing', async ({
    page,
    stack,
    wallet,
  }) => {
    const other = await stack.createAccount({ Northshore: { ETH: '10' } });
    wallet.next('eth_sendTransaction', { kind: 'signAs', account: other });
    await openForm(page, wallet, ETH);
    await send(page, '1');
    await expect(page.getByRole('heading', { name: 'Not a deposit' })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('it makes no such deposit')).toBeVisible();
  });
});

test.describe('a wallet on another chain', () => {
  test('is not asked to sign when it only claims to have switched', async ({ page, wallet }) => {
    await shortenTimers(page, 6);
    await wallet.selectChain('Southshore');
    wallet.always('wallet_switchEthereumChain', { kind: 'answer', result: null });
    await openForm(page, wallet, USDC);
    await send(page, '100');
    await expect(page.getByText('Your wallet did not switch to Northshore')).toBeVisible({ timeout: 40_000 });
    await expect(page.getByText('Nothing was sent')).toBeVisible();
    expect(wallet.signRequests()).toEqual([]);
    await expectNoCrash(page);
  });

  test('is asked to switch again after a refusal when the user continues', async ({ page, wallet }) => {
    await wallet.selectChain('Southshore');
    wallet.next('wallet_switchEthereumChain', { kind: 'reject' });
    await openForm(page, wallet, ETH);
    await send(page, '1');
    await expect(page.getByText('You rejected the request in your wallet')).toBeVisible();
    expect(wallet.signRequests()).toEqual([]);
    await page.getByRole('button', CONTINUE).click();
    await expectDelivered(page);
  });
});
