import type { Page } from '@playwright/test';
import type { Address, Hash } from 'viem';
import { parseEventLogs, parseUnits, zeroAddress } from 'viem';
import { vaultAbi } from '../shared/abi/vaultAbi.ts';
import type { Json } from '../tools/lab/web/mutations.ts';
import { applyMutations, mutationsAt } from '../tools/lab/web/mutations.ts';
import { deliver, depositData, depositedAmount, openForm, send, shownHashes, USDC } from './support/bridgePage.ts';
import { depositDirectly } from './support/directDeposit.ts';
import type { TestStack } from './support/testStack.ts';
import { expect, test } from './support/testWithHostileService.ts';
import { expectDelivered } from './support/transferOutcome.ts';

/** A real build for the sender's account, changed to another recipient. */
async function buildTo(stack: TestStack, account: Address, recipient: Address): Promise<Json> {
  const response = await fetch(`${stack.serviceUrl}/get_build_tx`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      from_address: account,
      from_chain_name: USDC.from,
      to_address: account,
      to_chain_name: USDC.to,
      token_name: USDC.token,
      ui_value: '100',
      value_include_gas_fee: true,
    }),
  });
  const honest = await response.json();
  const amount = depositedAmount(honest.data.txs.transfer_body.data);
  const data = depositData(stack, { route: USDC, recipient, amount });
  return applyMutations(honest, mutationsAt('data.txs.transfer_body.data', [['another recipient', data]]));
}

/** Finds an account's payment in a batch of the origin chain's vault. Other tests may share the batch. */
async function paymentTo(account: Address, stack: TestStack, hash: Hash) {
  const receipt = await stack.chain('Northshore').client.getTransactionReceipt({ hash });
  const paid = parseEventLogs({ abi: vaultAbi, logs: receipt.logs, eventName: 'Paid', args: { to: account } })[0];
  expect(paid?.address.toLowerCase()).toBe(stack.chain('Northshore').deployment.vault.toLowerCase());
  return paid?.args;
}

const refundedHeading = (page: Page) => page.getByRole('heading', { name: 'Refunded', exact: true });

test('a rejected deposit is refunded, and the app verifies the refund on the chain', { tag: '@core' }, async ({
  page,
  browser,
  stack,
  wallet,
  hostile,
}) => {
  // The service builds no transfer to its hot wallet, and refunds deposits for it. The app does not know this account.
  const refused = stack.hotWallet();
  const answer = await buildTo(stack, wallet.address, refused);
  hostile.replaceAnswers('get_build_tx', () => ({ kind: 'json', body: answer }));
  await openForm(page, wallet, USDC);
  await page.getByRole('button', { name: 'Change recipient' }).click();
  await page.getByLabel('Recipient address').fill(refused);
  await send(page, '100');
  await expect(refundedHeading(page)).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('main')).toContainText('USDC went back to the sender’s account.');
  await expect(page.getByText(/verified on Northshore/i)).toHaveCount(1);

  const deposit = wallet.transactions[1];
  const amount = depositedAmount(deposit?.data ?? '0x');
  expect(wallet.transactions).toHaveLength(2);
  expect(deposit?.data).toBe(depositData(stack, { route: USDC, recipient: refused, amount }));
  const [depositHash, refundHash] = await shownHashes(page);
  expect(depositHash).toBe(deposit?.hash);
  const refund = await paymentTo(wallet.address, stack, refundHash ?? '0x');
  expect(refund).toMatchObject({ to: wallet.address });
  const back = refund?.amount ?? 0n;
  expect(back).toBeGreaterThan((amount * 9n) / 10n);
  expect(back).toBeLessThan(amount);
  expect(await stack.balanceOf('Northshore', 'USDC', wallet.address)).toBe(parseUnits('20000', 6) - amount + back);
  expect(await stack.balanceOf('Southshore', 'USDC', refused)).toBe(0n);

  await page.reload();
  await expect(refundedHeading(page)).toBeVisible();
  const visitor = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const visitorPage = await visitor.newPage();
  await visitorPage.goto(`/receipts/${deposit?.hash}`);
  const receipt = visitorPage.getByRole('article', { name: 'Receipt' });
  await expect(receipt.locator('header span').first()).toHaveText('Refunded');
  await expect(receipt.getByTitle(refundHash ?? 'none')).toBeVisible();
  await visitor.close();
});

test('a deposit for an invalid recipient, made without the app, has a receipt with its exact refund', async ({
  page,
  stack,
  wallet,
}) => {
  const { hash, amount } = await depositDirectly(stack, wallet.account, 'not an address');
  const left = await stack.balanceOf('Northshore', 'ETH', wallet.address);
  await page.goto(`/receipts/${hash}`);
  const receipt = page.getByRole('article', { name: 'Receipt' });
  await expect(receipt.locator('header span').first()).toHaveText('Refunded', { timeout: 45_000 });
  await expect(receipt).toContainText('for a deposit of 1 ETH');
  // The notice says what was verified, and a line says how much the bridge kept.
  const refunded = receipt.getByText('sender’s account');
  await expect(refunded).toHaveText(
    'The bridge couldn’t deliver. Verified on Northshore: the refund is in the sender’s account.',
  );
  await expect(receipt).toContainText(/The bridge kept 0\.\d+ ETH\./);
  const refundHash = (await shownHashes(page)).find((shown) => shown !== hash);
  const refund = await paymentTo(wallet.address, stack, refundHash ?? '0x');
  expect(refund).toMatchObject({ to: wallet.address, token: zeroAddress });
  const back = refund?.amount ?? 0n;
  expect(back).toBeGreaterThan(parseUnits('0.9', 18));
  expect(back).toBeLessThan(amount);
  expect((await stack.balanceOf('Northshore', 'ETH', wallet.address)) - left).toBe(back);
});

test('a claimed refund that is not on the chain is contradicted, and a later delivery is proven', async ({
  page,
  stack,
  wallet,
  hostile,
}) => {
  const claim = (hash: string): Json => ({
    data: null,
    status: {
      code: 909,
      message: 'The transfer failed.',
      details: {
        step: 'refunded',
        refund_hash: hash,
        refund_value: { decimals: 6, raw_value: '99000000', ui_value: '99' },
      },
    },
  });
  const treat = () =>
    hostile.replaceAnswers('get_receipt', ({ request }) => ({ kind: 'json', body: claim(depositOf(request)) }));
  const depositOf = (request: Json) => String((request as { from_chain_hash: string }).from_chain_hash);
  treat();
  await openForm(page, wallet, USDC);
  await deliver(page, '99.9');
  await expect(page.getByRole('alert')).toContainText('Northshore doesn’t show this refund', { timeout: 30_000 });
  await expect(page.getByRole('heading', { name: 'Refund differs' })).toBeVisible();
  await expect(refundedHeading(page)).toHaveCount(0);

  hostile.answerHonestly();
  await expectDelivered(page);
  treat();
  await page.goto(`/receipts/${wallet.transactions[1]?.hash}`);
  const receipt = page.getByRole('article', { name: 'Receipt' });
  // Only the chains count: the claim cannot hide a delivery.
  await expect(receipt.locator('header span').first()).toHaveText('Delivered');
  expect(await stack.balanceOf('Southshore', 'USDC', wallet.address)).toBe(parseUnits('99.9', 6));
});
