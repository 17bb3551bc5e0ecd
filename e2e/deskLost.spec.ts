import type { Page } from '@playwright/test';
import type { Hash, PrivateKeyAccount } from 'viem';
import { parseGwei, toHex } from 'viem';
import type { Call } from './support/deskTransactions.ts';
import { depositOf, mined, newAccount, sendNew } from './support/deskTransactions.ts';
import { interceptRpc } from './support/interceptRpc.ts';
import { expect, test } from './support/test.ts';
import type { TestStack } from './support/testStack.ts';
import { askNode, sendTransaction } from './support/walletSigner.ts';

/** The page reads a case again every five seconds, and a payment takes several blocks. */
const SOON = { timeout: 60_000 };

type Sending = { readonly account: PrivateKeyAccount; readonly nonce: number; readonly gwei: '10' | '50' };

async function send(stack: TestStack, call: Partial<Call>, { account, nonce, gwei }: Sending): Promise<Hash> {
  const { to, data = '0x', value = 0n } = call;
  const fee = toHex(parseGwei(gwei));
  const request = { ...(to && { to }), data, value: toHex(value), gas: toHex(300_000), nonce: toHex(nonce) };
  const fees = { maxFeePerGas: fee, maxPriorityFeePerGas: fee };
  return (await sendTransaction(stack.chain('Northshore'), { account, request: { ...request, ...fees } })).hash;
}

/** Sends a deposit whose nonce leaves a gap, so that it stays pending. */
async function pendingDeposit(stack: TestStack) {
  const account = await newAccount(stack);
  const hash = await send(stack, depositOf(stack, account.address), { account, nonce: 1, gwei: '10' });
  return { account, hash };
}

const titleOf = (page: Page) => page.getByRole('article', { name: 'Receipt' }).getByRole('heading', { level: 2 });

async function lookUp(page: Page, hash: Hash, title: string): Promise<Page> {
  await page.goto(`/receipts/${hash}`);
  await expect(titleOf(page), hash).toHaveText(title, SOON);
  return page;
}

test('the desk follows pending transactions until they are replaced, cancelled or dropped', async ({
  context,
  stack,
}) => {
  const [replaced, cancelled, dropped] = await Promise.all([
    pendingDeposit(stack),
    pendingDeposit(stack),
    pendingDeposit(stack),
  ]);
  const pages = await Promise.all(
    [replaced, cancelled, dropped].map(async ({ hash }) => lookUp(await context.newPage(), hash, 'Not mined yet')),
  );
  const [replacedPage, cancelledPage, droppedPage] = pages;
  if (!replacedPage || !cancelledPage || !droppedPage) throw new Error('a page is missing');

  const { account } = replaced;
  const sendNothing = (from: PrivateKeyAccount, nonce: number) =>
    send(stack, { to: from.address }, { account: from, nonce, gwei: '50' });
  const other = await send(stack, depositOf(stack, account.address, { amount: '2' }), {
    account,
    nonce: 1,
    gwei: '50',
  });
  const cancelling = await sendNothing(cancelled.account, 1);
  await Promise.all([
    sendNothing(account, 0),
    sendNothing(cancelled.account, 0),
    askNode(stack.chain('Northshore'), { method: 'anvil_dropTransaction', params: [dropped.hash] }),
  ]);
  await Promise.all([mined(stack, other), mined(stack, cancelling)]);

  await expect(titleOf(cancelledPage)).toHaveText('Cancelled by the sender', SOON);
  await expect(cancelledPage.getByRole('article', { name: 'Receipt' })).toContainText(cancelling.slice(-4));
  // The page calls it dropped some minutes after it last saw it.
  await droppedPage.clock.setFixedTime(Date.now() + 6 * 60_000);
  await expect(titleOf(droppedPage)).toHaveText('Never mined: the chain dropped it', SOON);
  // The deposit that replaced it is delivered, and the page says how it came to this deposit.
  await expect(titleOf(replacedPage)).toHaveText('Delivered', SOON);
  await expect(replacedPage.getByRole('main')).toContainText('replaced');
});

test('the desk says that a block is gone, and that dust is kept', async ({ page, stack }) => {
  const hash = await sendNew(stack, ({ address }) => depositOf(stack, address, { amount: '0.000000000000000001' }));
  await lookUp(page, hash, 'Kept: a refund costs more than the deposit');

  const { client } = stack.chain('Northshore');
  const { blockNumber } = await client.getTransactionReceipt({ hash });
  const node = await interceptRpc(page, stack, 'Northshore');
  const other = await askNode(stack.chain('Northshore'), {
    method: 'eth_getBlockByNumber',
    params: [toHex(blockNumber - 1n), false],
  });
  // What a node answers whose chain has another block at this height.
  node.substitute(({ method, params: [first] = [] }) => {
    if (method === 'eth_getTransactionReceipt' || method === 'eth_getTransactionByHash') return null;
    return method === 'eth_getBlockByNumber' && first === toHex(blockNumber) ? other : undefined;
  });
  await expect(titleOf(page)).toHaveText('Its block was reorganised away', SOON);
});

test('a refund leads back to its deposit', async ({ page, stack }) => {
  const hash = await sendNew(stack, ({ address }) => depositOf(stack, address, { target: 'nowhere' }));
  await lookUp(page, hash, 'Refunded');
  await expect(page).toHaveTitle(/^Refunded · /);
  const article = page.getByRole('article', { name: 'Receipt' });
  const answer = await page.request.post(`${stack.serviceUrl}/get_receipt`, { data: { from_chain_hash: hash } });
  const { status } = await answer.json();
  const refund: Hash = status.details.refund_hash;
  await lookUp(page, refund, 'Refunded');
  await expect(article).toContainText('You looked up the refund. This is its deposit.');
});
