import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Address, Hash, PrivateKeyAccount } from 'viem';
import { encodeFunctionData, erc20Abi, toHex } from 'viem';
import { compileSafe, safeAbi } from '../lab/bridge/safeContract.ts';
import { depositAbi } from '../shared/abi/depositAbi.ts';
import type { Call } from './support/deskTransactions.ts';
import { depositOf, sendNew } from './support/deskTransactions.ts';
import { interceptRpc } from './support/interceptRpc.ts';
import type { TestStack } from './support/testStack.ts';
import { expect, test } from './support/testWithHostileService.ts';

/** The page asks again every five seconds until the service has paid. */
const PAYMENT = { timeout: 60_000 };
const GAS = toHex(300_000);

/** Deploys a contract with funds that makes two deposits in one transaction, and names the hash that its owners signed. */
async function depositTwice(stack: TestStack, signed: Hash) {
  const { client } = stack.chain('Northshore');
  const created = await sendNew(stack, () => ({ data: compileSafe() }));
  const { contractAddress: safe } = await client.getTransactionReceipt({ hash: created });
  if (!safe) throw new Error('the Safe was not deployed');
  await stack.fund(safe, { Northshore: { ETH: '10' } });
  const calls = [depositOf(stack, stack.hotWallet(), { target: safe }), depositOf(stack, safe, { target: 'nowhere' })];
  const args = [
    signed,
    calls.map(({ to }) => to),
    calls.map(({ value }) => value),
    calls.map(({ data }) => data),
  ] as const;
  const data = encodeFunctionData({ abi: safeAbi, functionName: 'execute', args });
  return { safe, hash: await sendNew(stack, () => ({ to: safe, data })) };
}

const newHash = (): Hash => toHex(randomBytes(32));
const titleOf = (page: Page) => page.getByRole('article', { name: 'Receipt' }).getByRole('heading', { level: 2 });

async function expectTitle(page: Page, hash: Hash, title: string | RegExp): Promise<void> {
  await page.goto(`/receipts/${hash}`);
  await expect(titleOf(page), hash).toHaveText(title, PAYMENT);
}

test('the desk gives each transaction of a real chain its verdict', async ({ page, stack }) => {
  test.slow();
  const { deployment } = stack.chain('Northshore');
  const usdc = stack.token('Northshore', 'USDC').address;
  const erc20 = (functionName: 'approve' | 'transfer', to: Address): Call => ({
    ...{ to: usdc, data: encodeFunctionData({ abi: erc20Abi, functionName, args: [to, 5n] }), value: 0n },
  });
  const unapproved = (account: PrivateKeyAccount): Call => {
    const args = [
      account.address,
      usdc,
      deployment.vault,
      5_000_000n,
      BigInt(stack.chain('Southshore').id),
      0n,
    ] as const;
    const data = encodeFunctionData({ abi: depositAbi, functionName: 'deposit', args });
    return { to: deployment.depositContract, data, value: 0n };
  };
  const signed = newHash();
  const [delivered, large, invalid, twice, ...others] = await Promise.all([
    sendNew(stack, ({ address }) => depositOf(stack, address)),
    sendNew(stack, ({ address }) => depositOf(stack, address, { amount: '20' })),
    sendNew(stack, ({ address }) => depositOf(stack, address, { target: 'nowhere' })),
    depositTwice(stack, signed),
    sendNew(stack, unapproved, GAS),
    sendNew(stack, ({ address }) => depositOf(stack, address), toHex(32_000)),
    sendNew(stack, () => erc20('approve', deployment.depositContract)),
    sendNew(stack, () => erc20('transfer', stack.token('Northshore', 'WBTC').address)),
    sendNew(stack, () => ({ to: deployment.vault, value: 5n })),
    sendNew(stack, ({ address }) => ({
      ...{ ...depositOf(stack, address), to: stack.chain('Southshore').deployment.depositContract },
    })),
  ]);
  const titles = [
    ...['Never reached the bridge: reverted', 'Never reached the bridge: out of gas', 'Not a deposit'],
    ...['Sent to another contract', 'Sent to the bridge without a deposit', 'Sent on the wrong chain'],
  ];
  for (const [index, title] of titles.entries()) await expectTitle(page, others[index] ?? '0x', title);
  await expectTitle(page, newHash(), 'Not found on any of the 2 chains');

  await expectTitle(page, delivered, 'Delivered');
  await expectTitle(page, large, 'Outside the limits, refunded');
  await expectTitle(page, invalid, 'Refunded');
  await expectTitle(page, twice.hash, '2 deposits with different fates');
  await expect(page.getByRole('article', { name: 'Receipt' })).toContainText('Delivered', PAYMENT);

  await page.goto('/receipts');
  await page.getByLabel('Hashes, links, addresses or a whole message').fill(`${signed} ${twice.safe}`);
  await page.getByRole('button', { name: 'Look up' }).click();
  await expect(page.getByText('You looked up the hash that a Safe signed.')).toBeVisible(PAYMENT);
});

test('the desk says which source is silent, or disagrees', async ({ page, stack, hostile }) => {
  const hash = await sendNew(stack, ({ address }) => depositOf(stack, address));
  const status = (details: Record<string, string>) => ({
    data: null,
    status: { code: 908, message: 'It waits.', details },
  });
  const answer = (details: Record<string, string>) =>
    hostile.replaceAnswers('get_receipt', () => ({ kind: 'json', body: status(details) }));
  const node = await interceptRpc(page, stack, 'Southshore');
  // The payout stays hidden, so that only the service's word counts.
  node.fail((route) => route.abort());
  answer({ step: 'held', reason: 'operator_review' });
  await expectTitle(page, hash, 'On hold');
  answer({ step: 'waiting_for_funds', reason: 'funds_short' });
  await expectTitle(page, hash, 'Waiting for funds');
  hostile.replaceAnswers('get_receipt', () => ({ kind: 'http', status: 503, text: '{}' }));
  await expectTitle(page, hash, 'The bridge does not respond');
  await expectTitle(page, newHash(), 'No answer from Southshore');
  node.restore();
  answer({ step: 'waiting_for_funds', reason: 'funds_short' });
  await expectTitle(page, newHash(), 'Bridge and chain disagree');
  await expectTitle(page, hash, 'Delivered');
});
