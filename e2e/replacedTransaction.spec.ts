import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Hash, Hex } from 'viem';
import { numberToHex, parseUnits } from 'viem';
import { ETH, openForm, send, shownHashes } from './support/bridgePage.ts';
import { interceptRpc } from './support/interceptRpc.ts';
import { mineUntilVisible } from './support/mineUntilVisible.ts';
import { prepareFastClock } from './support/prepareFastClock.ts';
import { sendTransaction } from './support/sendTransaction.ts';
import { expect, test } from './support/test.ts';
import type { TestStack } from './support/testStack.ts';
import type { TestWallet } from './support/testWallet.ts';
import { expectDelivered } from './support/transferOutcome.ts';

type Parts = { readonly stack: TestStack; readonly wallet: TestWallet };

test.describe('a deposit replaced in the wallet', () => {
  /**
   * Signs a deposit that stays pending: the RPC endpoint shows it as unmined until `drop` is called.
   * @returns its nonce, the request to the wallet, and `drop`
   */
  async function startPendingDeposit(page: Page, { stack, wallet }: Parts) {
    const pending: Hash = `0x${randomBytes(32).toString('hex')}`;
    const signed: { nonce: number; request: Record<string, Hex> }[] = [];
    let isPending = true;
    const node = await interceptRpc(page, stack, 'Northshore');
    node.substitute(({ method, params }) => {
      const [first] = signed;
      if (method !== 'eth_getTransactionByHash' || params?.[0] !== pending || !isPending || !first) return undefined;
      const unmined = { blockHash: null, blockNumber: null, transactionIndex: null, type: '0x2' };
      const { from, to, data, value = '0x0' } = first.request;
      return {
        ...unmined,
        hash: pending,
        nonce: numberToHex(first.nonce),
        from,
        to,
        input: data,
        value,
        gas: '0x30d40',
      };
    });
    wallet.next('eth_sendTransaction', {
      kind: 'run',
      work: async ([request]) => {
        const nonce = await stack.chain('Northshore').client.getTransactionCount({ address: wallet.address });
        signed.push({ nonce, request: request as Record<string, Hex> });
        return pending;
      },
    });
    const hurry = await prepareFastClock(page, 5);
    await openForm(page, wallet, ETH);
    await send(page, '1');
    await expect(page.getByRole('heading', { name: 'Deposit pending' })).toBeVisible();
    await node.waitForCalls(1, 'eth_getTransactionByHash');
    // The page polls for a pending deposit at growing intervals.
    await hurry();
    const [deposit] = signed;
    if (!deposit) throw new Error('the wallet was not asked to sign');
    return {
      ...deposit,
      drop: () => {
        isPending = false;
      },
    };
  }

  test('by a faster one is tracked to its delivery', { tag: '@core' }, async ({ page, stack, wallet }) => {
    const { nonce, request, drop } = await startPendingDeposit(page, { stack, wallet });
    const faster = await sendTransaction(stack.chain('Northshore'), {
      account: wallet.account,
      request: { ...request, nonce: numberToHex(nonce) },
    });
    drop();
    await expectDelivered(page);
    expect(await shownHashes(page)).toContain(faster.hash);
  });

  test('by an empty transaction is shown as cancelled, with the tokens still in the account', {
    tag: '@core',
  }, async ({ page, stack, wallet }) => {
    const before = await stack.balanceOf('Northshore', 'ETH', wallet.address);
    const { nonce, drop } = await startPendingDeposit(page, { stack, wallet });
    await sendTransaction(stack.chain('Northshore'), {
      account: wallet.account,
      request: { to: wallet.address, value: '0x0', nonce: numberToHex(nonce) },
    });
    drop();
    await mineUntilVisible(stack, page.getByRole('heading', { name: 'Deposit cancelled' }));
    await expect(page.getByText('The tokens are in the sender’s account')).toBeVisible();
    const spent = before - (await stack.balanceOf('Northshore', 'ETH', wallet.address));
    expect(spent).toBeLessThan(parseUnits('0.01', 18));
    await page.getByRole('button', { name: 'Start over' }).click();
    await expect(page.getByLabel('Amount to send')).not.toHaveValue('');
  });
});
