import type { Hex } from 'viem';
import { parseUnits } from 'viem';
import {
  approvalData,
  depositData,
  depositedAmount,
  ETH,
  openForm,
  send,
  USDC,
  visitForm,
} from './support/bridgePage.ts';
import { INVALID_HASHES } from './support/invalidHashes.ts';
import { sendUnrelatedTransaction } from './support/otherTransactions.ts';
import { expect, test } from './support/test.ts';
import { deliveredHeading, expectDelivered, expectNoCrash } from './support/transferOutcome.ts';
import { sendTransaction } from './support/walletSigner.ts';

const CONTINUE = { name: 'Continue in wallet' };

test.describe('an invalid transaction hash from the wallet', () => {
  test('for a deposit proves nothing, and the app does not ask for the deposit again', async ({ page, wallet }) => {
    await openForm(page, wallet, ETH);
    for (const [position, [what, result]] of Object.entries(INVALID_HASHES).entries()) {
      wallet.next('eth_sendTransaction', { kind: 'answer', result });
      await visitForm(page, ETH);
      await send(page, `${1 + position}`);
      await expect(page.getByText('Your wallet gave no clear answer'), what).toBeVisible();
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Waiting for your wallet' }), what).toBeVisible();
      await expect(page.getByRole('button', CONTINUE)).toHaveCount(0);
      expect(wallet.signRequests(), what).toHaveLength(position + 1);
      await expectNoCrash(page);
    }
    expect(wallet.transactions).toHaveLength(0);
  });

  test('for an approval lets the user continue the transfer, also after a reload', async ({ page, stack, wallet }) => {
    const answers = Object.entries(INVALID_HASHES);
    for (const [, result] of answers) wallet.next('eth_sendTransaction', { kind: 'answer', result });
    await openForm(page, wallet, USDC);
    await send(page, '100');
    for (const [position, [what]] of answers.entries()) {
      await expect.poll(() => wallet.signRequests().length, what).toBe(position + 1);
      await expect(page.getByRole('button', CONTINUE), what).toBeVisible();
      await page.reload();
      await page.getByRole('button', CONTINUE).click();
    }
    await expectDelivered(page);
    const asked = wallet.signRequests().map(({ params }) => (params as { data?: Hex }[])[0]?.data ?? '0x');
    const amount = depositedAmount(asked.at(-1) ?? '0x');
    const approval = approvalData(stack.chain('Northshore').deployment.depositContract, amount);
    const deposit = depositData(stack, { route: USDC, recipient: wallet.address, amount });
    expect(asked).toEqual([...answers.map(() => approval), approval, deposit]);
    expect(await stack.balanceOf('Southshore', 'USDC', wallet.address)).toBe(parseUnits('99.9', 6));
  });

  test('the hash of another transaction for a deposit is not accepted', async ({ page, stack, wallet }) => {
    wallet.next('eth_sendTransaction', { kind: 'answer', result: await sendUnrelatedTransaction(stack) });
    await openForm(page, wallet, ETH);
    await send(page, '1');
    await expect(page.getByRole('heading', { name: 'Not a deposit' })).toBeVisible({ timeout: 30_000 });
    await expect(deliveredHeading(page)).toHaveCount(0);
  });

  test('the app finds the deposit when the wallet sent it and returned the hash of another transaction', async ({
    page,
    stack,
    wallet,
  }) => {
    const unrelated = await sendUnrelatedTransaction(stack);
    wallet.next('eth_sendTransaction', {
      kind: 'run',
      work: async ([request]) => {
        await sendTransaction(stack.chain('Northshore'), { account: wallet.account, request: request as object });
        return unrelated;
      },
    });
    await openForm(page, wallet, ETH);
    await send(page, '1');
    await expectDelivered(page);
  });

  test('the app reads the allowance when the wallet returns the hash of another transaction for the approval', async ({
    page,
    stack,
    wallet,
  }) => {
    wallet.next('eth_sendTransaction', { kind: 'answer', result: await sendUnrelatedTransaction(stack) });
    await openForm(page, wallet, USDC);
    await send(page, '100');
    await expect(page.getByText('You approved too little')).toBeVisible({ timeout: 30_000 });
    expect(wallet.signRequests()).toHaveLength(1);
    await page.getByRole('button', CONTINUE).click();
    await expectDelivered(page);
  });
});

test.describe('invalid accounts and chains from the wallet', () => {
  const garbage = { null: null, 'a number': 12, 'an object': { a: 1 }, nonsense: ['0xnonsense'], text: 'garbage' };
  for (const method of ['eth_requestAccounts', 'eth_accounts', 'eth_chainId'] as const) {
    test(`in ${method} do not crash the app or open a signature request`, async ({ page, wallet }) => {
      wallet.always('wallet_requestPermissions', { kind: 'fail', code: -32_601, message: 'not here' });
      await wallet.install(page);
      for (const [what, result] of Object.entries(garbage)) {
        wallet.always(method, { kind: 'answer', result });
        await visitForm(page, USDC);
        const asked = wallet.requests.length;
        await page.getByRole('button', { name: 'Connect', exact: true }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Test Wallet' }).click();
        await expect.poll(() => wallet.requests.length, what).toBeGreaterThan(asked);
        await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
        await expectNoCrash(page);
        await page.reload();
        await expect(page.getByRole('button', { name: 'Token: USDC' }), what).toBeVisible();
        await expectNoCrash(page);
        await wallet.disconnect();
        await page.evaluate(() => localStorage.clear());
      }
      expect(wallet.signRequests()).toEqual([]);
    });
  }
});
