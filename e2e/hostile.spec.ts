import type { Page } from '@playwright/test';
import type { Address, Hash, Hex } from 'viem';
import { encodeFunctionData, erc20Abi, getAddress, numberToHex, parseUnits, toFunctionSelector, toHex } from 'viem';
import { MAX_UINT256 } from '../shared/amount.ts';
import { approvalData } from '../tools/lab/chains/depositCall.ts';
import { amountJson } from '../tools/lab/web/mutate.ts';
import type { Change, Json } from '../tools/lab/web/mutations.ts';
import { applyMutations, isRecord, mutationsAt, valueAt } from '../tools/lab/web/mutations.ts';
import { amountField, deliver, depositData, openForm, USDC } from './support/bridgePage.ts';
import type { HostileService, Reply } from './support/hostileService.ts';
import { interceptRpc } from './support/interceptRpc.ts';
import { prepareFastClock } from './support/prepareFastClock.ts';
import { sendTransaction, sendUnrelatedTransaction } from './support/sendTransaction.ts';
import type { TestStack } from './support/testStack.ts';
import type { TestWallet } from './support/testWallet.ts';
import { expect, test } from './support/testWithHostileService.ts';
import { deliveredHeading, expectDelivered } from './support/transferOutcome.ts';

// One journey per lying source. The unit tests try every lie: src/form/quote/hostileQuotes.test.tsx,
// src/api/hostilePairs.test.ts, tools/lab/web/hostileReceipts.test.ts, client/invalidAnswers.test.ts,
// src/transfer/reads/failingNodes.test.ts, src/transfer/session/session.test.ts and connectedWallet.test.ts.

test.use({ looksOnPhone: true });

const ATTACKER: Address = '0x000000000000000000000000000000000000bEEF';
const CONTINUE = { name: 'Continue in wallet' };

const reviewButton = (page: Page) => page.getByRole('button', { name: 'Review transfer' });
const confirmButton = (page: Page) => page.getByRole('button', { name: 'Confirm in wallet' });

/** Adds an unlimited approval for the attacker to every build, and optionally a deposit for the attacker. */
function steal(hostile: HostileService, stack: TestStack, takesDeposit: boolean): void {
  hostile.replaceAnswers('get_build_tx', ({ request, honest }) => {
    if (!isRecord(honest) || !isRecord(honest.data)) return null;
    const amount = BigInt(String(valueAt(honest, 'data.send_value.raw_value')));
    const from = getAddress(String(valueAt(request, 'from_address')));
    const data = approvalData(ATTACKER, MAX_UINT256);
    const approval = { from, to: stack.token('Northshore', 'USDC').address, data, value: '0' };
    const deposit = depositData(stack, { route: USDC, recipient: ATTACKER, amount });
    const changes: readonly Change[] = [
      ['data.txs.approve_body', approval],
      ...(takesDeposit ? [['data.txs.transfer_body.data', deposit] as const] : []),
    ];
    return { kind: 'json', body: applyMutations(honest, [{ name: 'a theft', changes }]) };
  });
}

/** Compares the signature requests byte for byte with an exact approval and the deposit of the sent amount. */
async function expectOnlyWhatWasAsked(stack: TestStack, wallet: TestWallet): Promise<void> {
  const { id, deployment } = stack.chain('Northshore');
  const amount = parseUnits('20000', 6) - (await stack.balanceOf('Northshore', 'USDC', wallet.address));
  const recipient = wallet.address;
  const approval = {
    to: stack.token('Northshore', 'USDC').address.toLowerCase(),
    data: approvalData(deployment.depositContract, amount),
  };
  const deposit = {
    to: deployment.depositContract.toLowerCase(),
    data: depositData(stack, { route: USDC, recipient, amount }),
  };
  const asked = wallet.signRequests().map(({ method, params, chainId }) => {
    const [request] = params as { from?: string; to?: string; data?: string; value?: string }[];
    const { from, to, data, value = '0x0' } = request ?? {};
    return { method, chainId, from: from?.toLowerCase(), to: to?.toLowerCase(), data, value: BigInt(value) };
  });
  const rest = { method: 'eth_sendTransaction', chainId: id, from: recipient.toLowerCase(), value: 0n };
  expect(asked).toEqual([
    { ...approval, ...rest },
    { ...deposit, ...rest },
  ]);
  expect(amount).toBe(parseUnits('100', 6));
  expect(await stack.allowance('Northshore', 'USDC', recipient)).toBe(0n);
  expect(await stack.balanceOf('Southshore', 'USDC', recipient)).toBeGreaterThan(parseUnits('99', 6));
}

test('a stealing build is refused with a reason, and the wallet signs an exact approval and the reviewed deposit', {
  tag: ['@core', '@look'],
}, async ({ page, stack, wallet, hostile, look }) => {
  await openForm(page, wallet, USDC);
  const report = page.getByRole('alert').filter({ hasText: 'The transaction differs from your request' });
  const anotherQuote = page.getByRole('button', { name: 'Get another quote' });
  steal(hostile, stack, true);
  await amountField(page).fill('100');
  await expect(report).toContainText('Nothing was sent, and your wallet was not opened');
  await look('refused build');
  const asked = hostile.requestCount('get_build_tx');
  await anotherQuote.click();
  await expect.poll(() => hostile.requestCount('get_build_tx')).toBeGreaterThan(asked);
  await expect(report).toBeVisible();
  await expect(reviewButton(page)).toHaveCount(0);

  steal(hostile, stack, false);
  await anotherQuote.click();
  await expect(page.getByLabel('You receive')).toHaveValue(/^99[.]/);
  await expect(report).toHaveCount(0);
  // If a quote came by itself at the moment of the click, the pressed button was already the one that opens the review.
  if (!(await page.getByRole('dialog').isVisible())) await reviewButton(page).click();
  await expect(page.getByRole('dialog')).toContainText('byte for byte');
  await page.evaluate(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 10 * 60_000;
  });
  // The expired quote is replaced, and the attacker's deposit is not accepted.
  steal(hostile, stack, true);
  await confirmButton(page).click();
  await expect(page.getByText(/there is no new one yet/)).toBeVisible();
  expect(wallet.signRequests()).toEqual([]);
  steal(hostile, stack, false);
  await confirmButton(page).click();
  await expectDelivered(page);
  await expectOnlyWhatWasAsked(stack, wallet);
});

const amount = (raw: bigint): Json => amountJson(raw, 6);

/** A receipt that claims correct delivery of a transfer of 100 USDC. */
function claim(stack: TestStack, payoutHash: Hash): Reply {
  return {
    kind: 'json',
    body: {
      data: {
        from_chain_name: 'Northshore',
        from_chain_token_address: stack.token('Northshore', 'USDC').address,
        to_chain_hash: payoutHash,
        to_chain_name: 'Southshore',
        to_chain_token_address: stack.token('Southshore', 'USDC').address,
        token_name: 'USDC',
        user_receive_value: amount(99_900_000n),
        user_send_value: amount(100_000_000n),
      },
      status: { code: 0, message: '' },
    },
  };
}

/** Sends tokens to the account on the destination chain, bypassing the bridge. */
async function transferDirectly(stack: TestStack, wallet: TestWallet, tokens: bigint): Promise<Hash> {
  const payer = await stack.createAccount({ Southshore: { ETH: '1', USDC: '100' } });
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [wallet.address, tokens] });
  const request = { to: stack.token('Southshore', 'USDC').address, data };
  const { hash } = await sendTransaction(stack.chain('Southshore'), { account: payer, request });
  await stack.chain('Southshore').client.waitForTransactionReceipt({ hash, pollingInterval: 100 });
  return hash;
}

test('a false payout is reported until a vault has paid, and a receipt with a different amount loses its proof', {
  tag: '@core',
}, async ({ page, stack, wallet, hostile }) => {
  const unpaid = await interceptRpc(page, stack, 'Southshore');
  const isPaid = toFunctionSelector('isPaid(bytes32)');
  unpaid.substitute(({ method, params }) => {
    const [call] = (params ?? []) as { data?: string }[];
    return method === 'eth_call' && call?.data?.startsWith(isPaid) ? toHex(0, { size: 32 }) : undefined;
  });
  // The right amount, but not a payout by the bridge.
  const payout = transferDirectly(stack, wallet, 99_900_000n);
  await openForm(page, wallet, USDC);
  const hash = await payout;
  hostile.replaceAnswers('get_receipt', () => claim(stack, hash));
  await deliver(page, '99.9');
  await expect(page.getByRole('heading', { name: 'Payout differs' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('alert')).toContainText('The payout differs from your quote');
  await expect(page.getByRole('link', { name: 'For support' })).toBeVisible();
  await expect(page.getByText('Delivered', { exact: true })).toHaveCount(0);

  // The service still names the false payout, but the vault's record proves the real one.
  unpaid.restore();
  await expectDelivered(page);
  hostile.answerHonestly();
  await page.getByRole('link', { name: 'For support' }).click();
  await expect(page).toHaveURL(new RegExp(`/receipts/${wallet.transactions[1]?.hash}`));
  const receipt = page.getByRole('article', { name: 'Receipt' });
  const badge = receipt.locator('header span').first();
  await expect(badge).toHaveText('Delivered', { timeout: 60_000 });
  hostile.replaceAnswers('get_receipt', ({ honest }) => {
    const more = mutationsAt('data.user_receive_value', [['more', amount(900_900_000n)]]);
    return { kind: 'json', body: applyMutations(honest, more) };
  });
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
  await page.goBack();
  await expect(receipt).toContainText('The bridge states 900.9 USDC');
  await expect(badge).toHaveText('Delivered, but the amount differs from the receipt');
  expect(wallet.signRequests()).toHaveLength(2);
});

const silence = () => new Promise<void>(() => {});

test('with silent RPC endpoints, review checks stay open, and the transfer waits for a proven delivery', async ({
  page,
  stack,
  wallet,
}) => {
  const north = await interceptRpc(page, stack, 'Northshore');
  const south = await interceptRpc(page, stack, 'Southshore');
  const hurry = await prepareFastClock(page, 5);
  north.fail(silence);
  south.fail(silence);
  await openForm(page, wallet, USDC);
  await hurry();
  await expect(page.getByText('Balance unavailable')).toBeVisible();
  await expect(page.getByText(/Balance 0\b/)).toHaveCount(0);
  await amountField(page).fill('100');
  await reviewButton(page).click();
  const dialog = page.getByRole('dialog');
  const simulation = dialog.locator('[data-check="simulation"]');
  await expect(dialog).toContainText('Couldn’t check');
  await expect(simulation).toHaveAttribute('data-state', 'unknown');
  await expect(dialog.locator('[data-check="gas"]')).toHaveAttribute('data-state', 'unknown');
  south.restore();
  const stale = numberToHex(await stack.chain('Northshore').client.getBlockNumber());
  const receipts = 'eth_getTransactionReceipt';
  north.restore();
  north.substitute(({ method }) => {
    // A node that stopped at a block has no receipts of later blocks either.
    if (method === receipts) return null;
    return method === 'eth_blockNumber' ? stale : undefined;
  });
  // A review that opens during an earlier read shows that read's result.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await reviewButton(page).click();
    await expect(simulation).toHaveAttribute('data-state', 'fine', { timeout: 10_000 });
  }).toPass({ timeout: 60_000 });
  expect(wallet.signRequests()).toEqual([]);
  await confirmButton(page).click();
  await expect.poll(() => wallet.transactions.length, { message: 'the approval' }).toBe(1);
  await north.waitForCalls(4);
  expect(wallet.transactions).toHaveLength(1);

  // The node has neither the deposit's receipt nor its log.
  north.substitute(({ method }) => {
    if (wallet.transactions.length < 2) return undefined;
    if (method === receipts) return null;
    return method === 'eth_getLogs' ? [] : undefined;
  });
  await expect.poll(() => wallet.transactions.length, { message: 'the deposit' }).toBe(2);
  const pending = page.getByRole('heading', { name: 'Deposit pending' });
  await expect(pending).toBeVisible();
  await north.waitForCalls(6, receipts);
  await expect(pending).toBeVisible();
  await expect(page.getByText('cancelled')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Not delivered' })).toHaveCount(0);

  south.substitute(({ method }) => (method === receipts ? null : undefined));
  north.restore();
  const verifying = page.getByRole('heading', { name: 'Verifying payout' });
  await expect(verifying).toBeVisible({ timeout: 60_000 });
  await south.waitForCalls(3, receipts);
  north.fail(silence);
  south.fail(silence);
  await Promise.race([north.waitForCalls(2), south.waitForCalls(2)]);
  await expect(verifying).toBeVisible();
  await expect(deliveredHeading(page)).toHaveCount(0);
  north.restore();
  south.restore();
  await expectDelivered(page);
  await expectOnlyWhatWasAsked(stack, wallet);
});

test('an approval without a hash can be repeated, and the app finds the deposit despite a wrong hash', async ({
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
  await deliver(page, '99.9');
  await expect(page.getByRole('button', CONTINUE)).toBeVisible();
  expect(wallet.signRequests()).toHaveLength(1);
  await page.reload();
  await page.getByRole('button', CONTINUE).click();
  await expect(page.getByText('You approved too little')).toBeVisible({ timeout: 60_000 });
  expect(wallet.signRequests()).toHaveLength(2);
  await page.getByRole('button', CONTINUE).click();
  await expectDelivered(page);
  const asked = wallet.signRequests().map(({ params }) => (params as { data?: Hex }[])[0]?.data);
  const sent = parseUnits('20000', 6) - (await stack.balanceOf('Northshore', 'USDC', wallet.address));
  const approval = approvalData(stack.chain('Northshore').deployment.depositContract, sent);
  const deposit = depositData(stack, { route: USDC, recipient: wallet.address, amount: sent });
  expect(asked).toEqual([approval, approval, approval, deposit]);
  expect(await stack.balanceOf('Southshore', 'USDC', wallet.address)).toBe(parseUnits('99.9', 6));
});
