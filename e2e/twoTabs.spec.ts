import type { Hex } from 'viem';
import { parseUnits } from 'viem';
import { approvalData, connect, depositData, depositedAmount, send, USDC, visitForm } from './support/bridgePage.ts';
import { expect, test } from './support/test.ts';
import { deliveredHeading, expectDelivered } from './support/transferOutcome.ts';
import { sendTransaction } from './support/walletSigner.ts';

test.describe('two tabs', () => {
  test('show the same transfer and ask the wallet for it only once', async ({ context, stack, wallet }) => {
    await wallet.install(context);
    const first = await context.newPage();
    await visitForm(first, USDC);
    await connect(first);
    let answer: () => void = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    wallet.next('eth_sendTransaction', {
      kind: 'run',
      work: async ([request]) => {
        await asked;
        const sent = await sendTransaction(stack.chain('Northshore'), {
          account: wallet.account,
          request: request as object,
        });
        return sent.hash;
      },
    });
    await send(first, '100');
    await expect.poll(() => wallet.signRequests().length).toBe(1);
    const second = await context.newPage();
    await second.goto(first.url());
    await second.bringToFront();
    await second.getByRole('button', { name: 'Continue in wallet' }).click();
    await expect(second.getByText('Your wallet is busy in another tab')).toBeVisible();
    expect(wallet.signRequests()).toHaveLength(1);
    answer();
    await expectDelivered(second);
    await expect(deliveredHeading(first)).toBeVisible();
    expect(wallet.signRequests()).toHaveLength(2);
    const [approval, deposit] = wallet.signRequests().map(({ params }) => (params as { data?: Hex }[])[0]?.data);
    const amount = depositedAmount(deposit ?? '0x');
    expect(approval).toBe(approvalData(stack.chain('Northshore').deployment.depositContract, amount));
    expect(deposit).toBe(depositData(stack, { route: USDC, recipient: wallet.address, amount }));
    expect(await stack.balanceOf('Southshore', 'USDC', wallet.address)).toBe(parseUnits('99.9', 6));
  });
});
