import { parseUnits } from 'viem';
import { deliver, ETH, openForm, USDC, visitForm } from './support/bridgePage.ts';
import { createGate } from './support/gate.ts';
import { sendUnrelatedTransaction } from './support/sendTransaction.ts';
import { expect, test } from './support/test.ts';
import { expectDelivered } from './support/transferOutcome.ts';

const CONFIRM = { name: 'Confirm in wallet' };
const CONTINUE = { name: 'Continue in wallet' };

test.describe('a wallet that answers late or never', () => {
  test('delivers even if it answers each request after minutes', async ({ page, stack, wallet }) => {
    const answers = [createGate(), createGate()];
    for (const { opened } of answers) wallet.next('eth_sendTransaction', { kind: 'hold', until: opened });
    await page.clock.install();
    await openForm(page, wallet, USDC);
    await deliver(page, '99.9');
    for (const [index, { open }] of answers.entries()) {
      await expect.poll(() => wallet.signRequests().length).toBe(index + 1);
      await page.clock.fastForward(100_000);
      await expect(page.getByText('Open your wallet and confirm or reject.', { exact: true })).toBeVisible();
      open();
    }
    await expectDelivered(page);
    expect(await stack.balanceOf('Southshore', 'USDC', wallet.address)).toBe(parseUnits('99.9', 6));
  });

  test('is asked again only after the person says they rejected the request, or accepts sending twice', async ({
    page,
    stack,
    wallet,
  }) => {
    const before = await stack.balanceOf('Southshore', 'ETH', wallet.address);
    wallet.next('eth_sendTransaction', { kind: 'hang' });
    await openForm(page, wallet, ETH);
    await deliver(page, '0.9990');
    await expect.poll(() => wallet.signRequests().length).toBe(1);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Waiting for your wallet' })).toBeVisible();
    await expect(page.getByRole('button', CONTINUE)).toHaveCount(0);

    await test.step('the app refuses the pasted hash of another transaction', async () => {
      await page.getByLabel('Transaction hash').fill(await sendUnrelatedTransaction(stack));
      await page.getByRole('button', { name: 'Use hash' }).click();
      await expect(page.getByText('That transaction is not this deposit')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Waiting for your wallet' })).toBeVisible();
    });

    await visitForm(page, ETH);
    await page.getByLabel('You receive').fill('0.9990');
    await page.getByRole('button', { name: 'Review transfer' }).click();
    await expect(page.getByRole('dialog')).toContainText('If you sign both, you’ll send twice.');
    await expect(page.getByRole('button', CONFIRM)).toHaveCount(0);
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
    const answer = createGate();
    wallet.next('eth_sendTransaction', { kind: 'hold', until: answer.opened });
    await openForm(page, wallet, ETH);
    await deliver(page, '0.9990');
    await expect.poll(() => wallet.signRequests().length).toBe(1);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Waiting for your wallet' })).toBeVisible();
    answer.open();
    await expectDelivered(page);
    expect((await stack.balanceOf('Southshore', 'ETH', wallet.address)) - before).toBe(parseUnits('0.999', 18));
    expect(wallet.signRequests()).toHaveLength(1);
  });
});
