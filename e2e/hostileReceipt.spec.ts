import type { Page } from '@playwright/test';
import type { Hash } from 'viem';
import { encodeFunctionData, erc20Abi, parseUnits, toFunctionSelector, toHex } from 'viem';
import type { Json } from '../lab/web/mutations.ts';
import { applyMutations, mutationsAt } from '../lab/web/mutations.ts';
import { openForm, send, USDC } from './support/bridgePage.ts';
import type { Reply } from './support/hostileService.ts';
import { interceptRpc } from './support/interceptRpc.ts';
import { prepareFastClock } from './support/shortenWaits.ts';
import type { TestStack } from './support/testStack.ts';
import type { TestWallet } from './support/testWallet.ts';
import { expect, test } from './support/testWithHostileService.ts';
import { deliveredHeading, expectDelivered } from './support/transferOutcome.ts';
import { sendTransaction } from './support/walletSigner.ts';

const UNKNOWN_HASH: Hash = `0x${'12'.repeat(32)}`;

const amount = (raw_value: string, ui_value: string): Json => ({ decimals: 6, raw_value, ui_value });

/** A receipt that claims the correct delivery of a transfer of 100 USDC. */
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
        user_receive_value: amount('99900000', '99.9'),
        user_send_value: amount('100000000', '100'),
      },
      status: { code: 0, message: '' },
    },
  };
}

/** Transfers tokens to the account on the destination chain, without the bridge. */
async function transferDirectly(stack: TestStack, wallet: TestWallet, tokens: bigint): Promise<Hash> {
  const payer = await stack.createAccount({ Southshore: { ETH: '1', USDC: '100' } });
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [wallet.address, tokens] });
  const request = { to: stack.token('Southshore', 'USDC').address, data };
  const { hash } = await sendTransaction(stack.chain('Southshore'), { account: payer, request });
  await stack.chain('Southshore').client.waitForTransactionReceipt({ hash, pollingInterval: 100 });
  return hash;
}

const verifying = (page: Page) => page.getByRole('heading', { name: 'Verifying payout' });

// lab/web/hostileReceipts.test.ts tries every change of a receipt.
test('a false payout differs until a vault has paid, and a receipt that states another amount loses its proof', {
  tag: '@core',
}, async ({ page, stack, wallet, hostile }) => {
  const unpaid = await interceptRpc(page, stack, 'Southshore');
  const isPaid = toFunctionSelector('isPaid(bytes32)');
  unpaid.substitute(({ method, params }) => {
    const [call] = (params ?? []) as { data?: string }[];
    return method === 'eth_call' && call?.data?.startsWith(isPaid) ? toHex(0, { size: 32 }) : undefined;
  });
  // The right amount, but no payout of the bridge.
  const payout = transferDirectly(stack, wallet, 99_900_000n);
  await openForm(page, wallet, USDC);
  const hash = await payout;
  hostile.replaceAnswers('get_receipt', () => claim(stack, hash));
  await send(page, '100');
  await expect(page.getByRole('heading', { name: 'Payout differs' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('alert')).toContainText('The payout differs from your quote');
  await expect(page.getByRole('link', { name: 'Open receipt' })).toBeVisible();
  await expect(page.getByText('Delivered', { exact: true })).toHaveCount(0);

  // The service still names the false payout, and the vault's record proves the right one.
  unpaid.restore();
  await expectDelivered(page);
  hostile.answerHonestly();
  await page.getByRole('link', { name: 'Open receipt' }).click();
  await expect(page).toHaveURL(new RegExp(`/receipts/${wallet.transactions[1]?.hash}`));
  const receipt = page.getByRole('article', { name: 'Receipt' });
  const badge = receipt.locator('header span').first();
  await expect(badge).toHaveText('Delivered', { timeout: 60_000 });
  hostile.replaceAnswers('get_receipt', ({ honest }) => {
    const more = mutationsAt('data.user_receive_value', [['more', amount('900900000', '900.9')]]);
    return { kind: 'json', body: applyMutations(honest, more) };
  });
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
  await page.goBack();
  await expect(receipt).toContainText('The bridge states 900.9 USDC');
  await expect(badge).toHaveText('Delivered, but the amount differs from the receipt');
  expect(wallet.signRequests()).toHaveLength(2);
});

const status = (code: number, message: string): Reply => ({
  kind: 'json',
  body: { data: null, status: { code, message } },
});

const INVALID: Readonly<Record<string, Reply>> = {
  'an unknown code': status(31_337, 'what?'),
  'an HTTP 429': { kind: 'http', status: 429, text: '{}', retryAfterSeconds: 1 },
  HTML: { kind: 'http', status: 200, text: '<h1>maintenance</h1>' },
  'ten megabytes': { kind: 'huge', bytes: 10_000_000 },
  'a step of endless length': status(908, 'still '.repeat(100_000)),
};

test('a transfer survives invalid answers and an unknown payout, and ends in a proven delivery', async ({
  page,
  stack,
  wallet,
  hostile,
}) => {
  const hurry = await prepareFastClock(page, 20);
  hostile.replaceAnswers('get_receipt', () => status(908, 'waiting'));
  await openForm(page, wallet, USDC);
  await send(page, '100');
  await expect(page.getByRole('heading', { name: 'In progress' })).toBeVisible();
  // The polls of a transfer without news are up to 22 s apart.
  await hurry();
  const waitForPolls = async (what: string) => {
    const before = hostile.requestCount('get_receipt');
    await expect
      .poll(() => hostile.requestCount('get_receipt'), { message: what, timeout: 90_000 })
      .toBeGreaterThan(before + 1);
  };
  for (const [what, reply] of Object.entries(INVALID)) {
    hostile.replaceAnswers('get_receipt', () => reply);
    await waitForPolls(what);
    expect((await page.locator('main').innerText()).length, what).toBeLessThan(5_000);
    await expect(deliveredHeading(page), what).toHaveCount(0);
  }
  hostile.replaceAnswers('get_receipt', () => claim(stack, UNKNOWN_HASH));
  await expect(verifying(page)).toBeVisible({ timeout: 60_000 });
  await waitForPolls('an unknown payout');
  await expect(verifying(page)).toBeVisible();
  hostile.answerHonestly();
  await expectDelivered(page);
  expect(await stack.balanceOf('Southshore', 'USDC', wallet.address)).toBe(parseUnits('99.9', 6));
});
