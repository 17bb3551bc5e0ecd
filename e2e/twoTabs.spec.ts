import type { Page } from '@playwright/test';
import type { Hex } from 'viem';
import { parseUnits } from 'viem';
import { approvalData } from '../tools/lab/chains/depositCall.ts';
import { connect, deliver, depositData, depositedAmount, send, USDC, visitForm } from './support/bridgePage.ts';
import { createGate } from './support/gate.ts';
import { expect, test } from './support/test.ts';
import { deliveredHeading, expectDelivered } from './support/transferOutcome.ts';

test.describe('two tabs', () => {
  test('show the same transfer and ask the wallet only once', { tag: '@core' }, async ({ context, stack, wallet }) => {
    await wallet.install(context);
    const first = await context.newPage();
    await visitForm(first, USDC);
    await connect(first);
    const answer = createGate();
    wallet.next('eth_sendTransaction', { kind: 'hold', until: answer.opened });
    await deliver(first, '99.9');
    await expect.poll(() => wallet.signRequests().length).toBe(1);
    const second = await context.newPage();
    await second.goto(first.url());
    await second.bringToFront();
    await second.getByRole('button', { name: 'Continue in wallet' }).click();
    await expect(second.getByText('Your wallet is busy in another tab')).toBeVisible();
    expect(wallet.signRequests()).toHaveLength(1);
    answer.open();
    await expectDelivered(second);
    await expect(deliveredHeading(first)).toBeVisible();
    expect(wallet.signRequests()).toHaveLength(2);
    const [approval, deposit] = wallet.signRequests().map(({ params }) => (params as { data?: Hex }[])[0]?.data);
    const amount = depositedAmount(deposit ?? '0x');
    expect(approval).toBe(approvalData(stack.chain('Northshore').deployment.depositContract, amount));
    expect(deposit).toBe(depositData(stack, { route: USDC, recipient: wallet.address, amount }));
    expect(await stack.balanceOf('Southshore', 'USDC', wallet.address)).toBe(parseUnits('99.9', 6));
  });

  test('ask the wallet only once when both continue at the same time', async ({ context, wallet }) => {
    await wallet.install(context);
    const first = await context.newPage();
    await visitForm(first, USDC);
    await connect(first);
    wallet.next('eth_sendTransaction', { kind: 'reject' });
    await send(first, '100');
    const continueIn = (page: Page) => page.getByRole('button', { name: 'Continue in wallet' });
    await expect(continueIn(first)).toBeVisible();
    const second = await context.newPage();
    await second.goto(first.url());
    await expect(continueIn(second)).toBeVisible();
    const before = wallet.signRequests().length;
    wallet.next('eth_sendTransaction', { kind: 'hang' });
    // Playwright's click waits for the page to settle, but both handlers must run at the same time.
    const click = (page: Page) => continueIn(page).evaluate((button: HTMLButtonElement) => button.click());
    await Promise.all([click(first), click(second)]);
    const busy = 'Your wallet is busy in another tab';
    const countBusy = async () => (await first.getByText(busy).count()) + (await second.getByText(busy).count());
    await expect.poll(() => wallet.signRequests().length).toBe(before + 1);
    await expect.poll(countBusy).toBe(1);
    // The refused tab has ended its attempt, and the other waits for the wallet.
    expect(wallet.signRequests()).toHaveLength(before + 1);
  });
});
