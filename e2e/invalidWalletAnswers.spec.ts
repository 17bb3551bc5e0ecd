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
import { sendUnrelatedTransaction } from './support/otherTransactions.ts';
import { expect, test } from './support/test.ts';
import { deliveredHeading, expectDelivered, expectNoCrash } from './support/transferOutcome.ts';
import { sendTransaction } from './support/walletSigner.ts';

const CONTINUE = { name: 'Continue in wallet' };

// src/transfer/session/session.test.ts gives every invalid hash to both requests.
test('an approval without its hash can be repeated, and the app finds the deposit behind a wrong hash', async ({
  page,
  stack,
  wallet,
}) => {
  const unrelated = await sendUnrelatedTransaction(stack);
  wallet.next('eth_sendTransaction', { kind: 'answer', result: { hash: 'yes' } });
  wallet.next('eth_sendTransaction', { kind: 'answer', result: unrelated });
  wallet.next('eth_sendTransaction', { kind: 'approve' });
  wallet.next('eth_sendTransaction', {
    kind: 'run',
    work: async ([request]) => {
      await sendTransaction(stack.chain('Northshore'), { account: wallet.account, request: request as object });
      return unrelated;
    },
  });
  await openForm(page, wallet, USDC);
  await send(page, '100');
  await expect(page.getByRole('button', CONTINUE)).toBeVisible();
  expect(wallet.signRequests()).toHaveLength(1);
  await page.reload();
  await page.getByRole('button', CONTINUE).click();
  await expect(page.getByText('You approved too little')).toBeVisible({ timeout: 60_000 });
  expect(wallet.signRequests()).toHaveLength(2);
  await page.getByRole('button', CONTINUE).click();
  await expectDelivered(page);
  const asked = wallet.signRequests().map(({ params }) => (params as { data?: Hex }[])[0]?.data ?? '0x');
  const amount = depositedAmount(asked.at(-1) ?? '0x');
  const approval = approvalData(stack.chain('Northshore').deployment.depositContract, amount);
  const deposit = depositData(stack, { route: USDC, recipient: wallet.address, amount });
  expect(asked).toEqual([approval, approval, approval, deposit]);
  expect(await stack.balanceOf('Southshore', 'USDC', wallet.address)).toBe(parseUnits('99.9', 6));
});

test('an invalid or foreign hash for a deposit proves nothing, and the app finds the deposit that comes later', {
  tag: '@core',
}, async ({ page, stack, wallet }) => {
  const unrelated = await sendUnrelatedTransaction(stack);
  const asked: object[] = [];
  wallet.next('eth_sendTransaction', { kind: 'answer', result: null });
  wallet.next('eth_sendTransaction', {
    kind: 'run',
    work: async ([request]) => {
      asked.push(request as object);
      return unrelated;
    },
  });
  await openForm(page, wallet, ETH);
  await send(page, '1');
  await expect(page.getByText('Your wallet gave no clear answer')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Waiting for your wallet' })).toBeVisible();
  await expect(page.getByRole('button', CONTINUE)).toHaveCount(0);

  await visitForm(page, ETH);
  await send(page, '2');
  const known = page.getByText('The transaction from your wallet is not this deposit');
  await expect(known).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('heading', { name: 'Searching the chains' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Transaction hash' })).toBeVisible();
  await expect(deliveredHeading(page)).toHaveCount(0);
  await expectNoCrash(page);
  await page.reload();
  await expect(known).toBeVisible();
  expect(wallet.signRequests()).toHaveLength(2);
  expect(wallet.transactions).toHaveLength(0);
  await sendTransaction(stack.chain('Northshore'), { account: wallet.account, request: asked[0] ?? {} });
  await expectDelivered(page);
});

// src/transfer/session/connectedWallet.test.ts gives every method each kind of garbage.
test('invalid accounts and chains from the wallet do not crash the app or open a signature request', async ({
  page,
  wallet,
}) => {
  wallet.always('wallet_requestPermissions', { kind: 'fail', code: -32_601, message: 'not here' });
  await wallet.install(page);
  const garbage = { eth_requestAccounts: ['0xnonsense'], eth_accounts: { a: 1 }, eth_chainId: 'garbage' };
  for (const [method, result] of Object.entries(garbage)) {
    wallet.always(method, { kind: 'answer', result });
    await visitForm(page, USDC);
    const asked = wallet.requests.length;
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Test Wallet' }).click();
    await expect.poll(() => wallet.requests.length, method).toBeGreaterThan(asked);
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    await expectNoCrash(page);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Token: USDC' }), method).toBeVisible();
    await expectNoCrash(page);
    await wallet.disconnect();
    await page.evaluate(() => localStorage.clear());
  }
  expect(wallet.signRequests()).toEqual([]);
});
