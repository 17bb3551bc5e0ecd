import { parseUnits } from 'viem';
import { amountField, ETH, openForm, send, USDC, visitForm } from './support/bridgePage.ts';
import { sendUnrelatedTransaction } from './support/otherTransactions.ts';
import { expect, test } from './support/test.ts';
import { expectDelivered } from './support/transferOutcome.ts';
import { sendTransaction } from './support/walletSigner.ts';

const CONFIRM = { name: 'Confirm in wallet' };
const CONTINUE = { name: 'Continue in wallet' };

test.describe('a wallet that answers late or never', () => {
  test('delivers when the wallet answers after 4 s', async ({ page, stack, wallet }) => {
    wallet.always('eth_sendTransaction', { kind: 'delay', ms: 4_000 });
    await openForm(page, wallet, USDC);
    await send(page, '100');
    await expect(page.getByText('Open your wallet and confirm or reject the request.')).toBeVisible();
    await expectDelivered(page);
    expect(await stack.balanceOf('Southshore', 'USDC', wallet.address)).toBe(parseUnits('99.9', 6));
  });

  test('is asked again only after the person says that they rejected it, or accepts to send twice', async ({
    page,
    stack,
    wallet,
  }) => {
    const before = await stack.balanceOf('Southshore', 'ETH', wallet.address);
    wallet.next('eth_sendTransaction', { kind: 'hang' });
    await openForm(page, wallet, ETH);
    await send(page, '1');
    await expect.poll(() => wallet.signRequests().length).toBe(1);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Waiting for your wallet' })).toBeVisible();
    await expect(page.getByRole('button', CONTINUE)).toHaveCount(0);
    await expect(page.getByLabel('Transaction hash')).toBeVisible();

    await visitForm(page, ETH);
    await amountField(page).fill('1');
    await page.getByRole('button', { name: 'Review transfer' }).click();
    await expect(page.getByRole('dialog')).toContainText('If you sign both, you send twice.');
    await expect(page.getByRole('button', CONFIRM)).toBeDisabled();
    await page.getByRole('checkbox', { name: 'Send anyway. I may send twice.' }).check();
    await expect(page.getByRole('button', CONFIRM)).toBeEnabled();
    expect(wallet.signRequests()).toHaveLength(1);

    await page.getByRole('link', { name: 'Open the other transfer' }).click();
    await page.getByRole('button', { name: 'I rejected it' }).click();
    await page.getByRole('button', CONTINUE).click();
    await expectDelivered(page);
    expect(wallet.signRequests()).toHaveLength(2);
    expect((await stack.balanceOf('Southshore', 'ETH', wallet.address)) - before).toBe(parseUnits('0.999', 18));
  });

  test('the app finds a deposit that was signed after a reload', async ({ page, stack, wallet }) => {
    const before = await stack.balanceOf('Southshore', 'ETH', wallet.address);
    let sign: () => void = () => {};
    wallet.next('eth_sendTransaction', {
      kind: 'run',
      work: async ([request]) => {
        await new Promise<void>((resolve) => {
          sign = resolve;
        });
        await sendTransaction(stack.chain('Northshore'), { account: wallet.account, request: request as object });
      },
    });
    await openForm(page, wallet, ETH);
    await send(page, '1');
    await expect.poll(() => wallet.signRequests().length).toBe(1);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Waiting for your wallet' })).toBeVisible();
    sign();
    await expectDelivered(page);
    expect((await stack.balanceOf('Southshore', 'ETH', wallet.address)) - before).toBe(parseUnits('0.999', 18));
    expect(wallet.signRequests()).toHaveLength(1);
  });

  test('the app refuses a pasted hash of another transaction', async ({ page, stack, wallet }) => {
    wallet.next('eth_sendTransaction', { kind: 'hang' });
    await openForm(page, wallet, ETH);
    await send(page, '1');
    await expect.poll(() => wallet.signRequests().length).toBe(1);
    const unrelated = await sendUnrelatedTransaction(stack);
    await page.reload();
    await page.getByLabel('Transaction hash').fill(unrelated);
    await page.getByRole('button', { name: 'Use hash' }).click();
    await expect(page.getByText('That transaction is not this deposit')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Waiting for your wallet' })).toBeVisible();
  });
});
