import type { Page } from '@playwright/test';
import type { Hash } from 'viem';
import { encodeFunctionData, erc20Abi, parseUnits } from 'viem';
import type { Json, Mutation } from '../lab/web/mutations.ts';
import { applyMutations, everyThird, mutationsAt, oneOfEveryKind } from '../lab/web/mutations.ts';
import { mutateReceipt } from '../lab/web/receiptMutations.ts';
import { openForm, send, shownHashes, USDC, visitForm } from './support/bridgePage.ts';
import { ATTACKER } from './support/hostileBuilds.ts';
import type { Reply } from './support/hostileService.ts';
import { neverIdle, prepareFastClock, shortenTimers } from './support/shortenWaits.ts';
import type { TestStack } from './support/testStack.ts';
import type { TestWallet } from './support/testWallet.ts';
import { expect, test } from './support/testWithHostileService.ts';
import { deliveredHeading, expectDelivered } from './support/transferOutcome.ts';
import { sendTransaction } from './support/walletSigner.ts';

const UNKNOWN_HASH: Hash = `0x${'12'.repeat(32)}`;

/** A receipt that claims the correct delivery of a transfer of 100 USDC. */
function claim(stack: TestStack, payoutHash: Hash, change: Record<string, Json> = {}): Reply {
  const amount = (raw_value: string, ui_value: string): Json => ({ decimals: 6, raw_value, ui_value });
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
        ...change,
      },
      status: { code: 0, message: '' },
    },
  };
}

/** Transfers tokens to the account on the destination chain, without the bridge. */
async function transferDirectly(stack: TestStack, wallet: TestWallet, amount: bigint): Promise<Hash> {
  const payer = await stack.createAccount({ Southshore: { ETH: '1', USDC: '100' } });
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [wallet.address, amount] });
  const request = { to: stack.token('Southshore', 'USDC').address, data };
  const { hash } = await sendTransaction(stack.chain('Southshore'), { account: payer, request });
  await stack.chain('Southshore').client.waitForTransactionReceipt({ hash, pollingInterval: 100 });
  return hash;
}

/** Completes another transfer and returns the hash of its payout. */
async function completeOtherTransfer(page: Page, stack: TestStack, wallet: TestWallet): Promise<Hash> {
  await openForm(page, wallet, USDC);
  await send(page, '150');
  await expectDelivered(page);
  const [, payout] = await shownHashes(page);
  expect(await stack.balanceOf('Southshore', 'USDC', wallet.address)).toBe(parseUnits('149.85', 6));
  await page.goto('/?from=Northshore&to=Southshore&token=USDC');
  return payout ?? '0x';
}

/** Well-formed receipts in which several fields are wrong together. */
function consistentChanges(stack: TestStack): readonly Mutation[] {
  const amount = (decimals: number, raw_value: string, ui_value: string): Json => ({ decimals, raw_value, ui_value });
  const changes: Readonly<Record<string, Record<string, Json>>> = {
    'a higher amount': { user_receive_value: amount(6, '100900000', '100.9') },
    'the same digits without decimals': { user_receive_value: amount(0, '99900000', '99900000') },
    'another amount sent': { user_send_value: amount(6, '50000000', '50') },
    'more sent by other decimals': { user_send_value: amount(0, '100000000', '100000000') },
    'another token address on the origin': { from_chain_token_address: stack.token('Northshore', 'WBTC').address },
    'the other way round': { from_chain_name: 'Southshore', to_chain_name: 'Northshore' },
  };
  return Object.entries(changes).map(([name, fields]) => ({
    name,
    changes: Object.entries(fields).map(([field, value]) => [`data.${field}`, value] as const),
  }));
}

async function expectDisputed(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Payout differs' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('alert')).toContainText('The payout differs from your quote');
  await expect(page.getByText('Delivered', { exact: true })).toHaveCount(0);
}

test('a payout of another transfer and a plain token transfer are no delivery', async ({
  page,
  stack,
  wallet,
  hostile,
}) => {
  const payout = await completeOtherTransfer(page, stack, wallet);
  const less = await transferDirectly(stack, wallet, 1_000_000n);
  // The right amount, but no payout of the bridge.
  const all = await transferDirectly(stack, wallet, 99_900_000n);
  for (const [amount, hash] of Object.entries({ '100': payout, '101': less, '100.5': all })) {
    hostile.replaceAnswers('get_receipt', () => claim(stack, hash));
    await visitForm(page, USDC);
    await send(page, amount);
    await expectDisputed(page);
  }
});

test('a delivery by an unknown transaction stays unconfirmed until the service corrects it', async ({
  page,
  stack,
  wallet,
  hostile,
}) => {
  hostile.replaceAnswers('get_receipt', () => claim(stack, UNKNOWN_HASH));
  await openForm(page, wallet, USDC);
  await send(page, '100');
  await expect(page.getByRole('heading', { name: 'Verifying payout' })).toBeVisible({ timeout: 30_000 });
  const requests = hostile.requestCount('get_receipt');
  await expect.poll(() => hostile.requestCount('get_receipt')).toBeGreaterThan(requests + 2);
  await expect(page.getByRole('heading', { name: 'Verifying payout' })).toBeVisible();
  hostile.answerHonestly();
  await expectDelivered(page);
  expect(await stack.balanceOf('Southshore', 'USDC', wallet.address)).toBe(parseUnits('99.9', 6));
});

test.describe('a shared receipt', () => {
  const badge = (page: Page) => page.getByRole('article', { name: 'Receipt' }).locator('header span').first();
  const amount = (decimals: number, raw_value: string, ui_value: string): Json => ({ decimals, raw_value, ui_value });

  /** Reads the receipt after the page has verified it. */
  async function readReceipt(
    page: Page,
    change: string,
  ): Promise<{ readonly isDelivered: boolean; readonly text: string }> {
    await page.reload();
    await expect(badge(page), change).toBeVisible();
    const article = page.getByRole('article', { name: 'Receipt' });
    return { isDelivered: (await badge(page).textContent()) === 'Delivered', text: await article.innerText() };
  }

  test('is shown as delivered only if every field is true', async ({ page, stack, wallet, hostile }) => {
    test.setTimeout(600_000);
    await shortenTimers(page);
    await openForm(page, wallet, USDC);
    await send(page, '100');
    await expectDelivered(page);
    const hash = wallet.transactions[1]?.hash ?? '0x';
    const other = stack.token('Southshore', 'WBTC').address;
    const context = {
      attacker: ATTACKER,
      otherChainName: 'Northshore',
      otherTokenName: 'WBTC',
      otherToken: other,
      otherPayouts: { 'the deposit as delivery': hash },
    };
    let mutations: readonly Mutation[] = [];
    let index = -1;
    hostile.replaceAnswers('get_receipt', ({ honest }) => {
      mutations = [...consistentChanges(stack), ...everyThird(oneOfEveryKind(mutateReceipt(honest, context)))];
      const mutation = mutations[index];
      return mutation ? { kind: 'json', body: applyMutations(honest, [mutation]) } : null;
    });
    await neverIdle(page);
    await page.goto(`/receipts/${hash}`);
    await expect(badge(page)).toHaveText('Delivered');
    const truth = await readReceipt(page, 'none');
    expect(truth.isDelivered).toBe(true);

    const counts = { refused: 0, harmless: 0 };
    for (const [position, { name }] of mutations.entries()) {
      index = position;
      const { isDelivered, text } = await readReceipt(page, name);
      if (isDelivered) expect(text, name).toBe(truth.text);
      counts[isDelivered ? 'harmless' : 'refused'] += 1;
    }
    await expect(page.locator('img')).toHaveCount(0);
    console.log(`hostile answers in Chromium: ${mutations.length} receipts`, counts);
    expect(mutations.length).toBeGreaterThanOrEqual(35);
    // Another amount is contradicted. The chains alone decide everything else.
    expect(counts.refused).toBeGreaterThan(0);
    expect(wallet.signRequests()).toHaveLength(2);
  });

  test('loses its proof when the service changes its answer', async ({ page, wallet, hostile }) => {
    await openForm(page, wallet, USDC);
    await send(page, '100');
    await expectDelivered(page);
    await page.getByRole('link', { name: 'Open receipt' }).click();
    await expect(badge(page)).toHaveText('Delivered');
    hostile.replaceAnswers('get_receipt', ({ honest }) => {
      const more = mutationsAt('data.user_receive_value', [['more', amount(6, '900900000', '900.9')]]);
      return { kind: 'json', body: applyMutations(honest, more) };
    });
    await page.getByRole('link', { name: 'Activity' }).click();
    await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('article', { name: 'Receipt' })).toContainText('The bridge states 900.9 USDC');
    await expect(badge(page)).toHaveText('Delivered, another amount than stated');
  });
});

test.describe('a transfer in progress', () => {
  const status = (code: number, message: string): Reply => ({
    kind: 'json',
    body: { data: null, status: { code, message } },
  });
  const replies: Readonly<Record<string, Reply>> = {
    'unknown (907)': status(907, 'no such transfer'),
    'in progress (908)': status(908, 'waiting for confirmations 1 of 2'),
    'failed (909)': status(909, 'it could not be paid'),
    'an unknown code': status(31_337, 'what?'),
    'an HTTP 500': { kind: 'http', status: 500, text: 'oops' },
    'an HTTP 429': { kind: 'http', status: 429, text: '{}', retryAfterSeconds: 1 },
    HTML: { kind: 'http', status: 200, text: '<h1>maintenance</h1>' },
    'ten megabytes': { kind: 'huge', bytes: 10_000_000 },
    'nothing of use': { kind: 'json', body: { data: {}, status: { code: 0, message: '' } } },
    'a step of endless length': status(908, 'still '.repeat(100_000)),
  };
  test('survives invalid answers and ends in a proven delivery', async ({ page, stack, wallet, hostile }) => {
    const hurry = await prepareFastClock(page, 20);
    hostile.replaceAnswers('get_receipt', () => status(908, 'waiting'));
    await openForm(page, wallet, USDC);
    await send(page, '100');
    await expect(page.getByRole('heading', { name: 'In progress' })).toBeVisible();
    // The polls of a transfer without news are up to 22 s apart.
    await hurry();
    for (const [what, reply] of Object.entries(replies)) {
      const before = hostile.requestCount('get_receipt');
      hostile.replaceAnswers('get_receipt', () => reply);
      await expect.poll(() => hostile.requestCount('get_receipt'), { timeout: 90_000 }).toBeGreaterThan(before + 1);
      expect((await page.locator('main').innerText()).length, what).toBeLessThan(5_000);
      await expect(deliveredHeading(page), what).toHaveCount(0);
    }
    console.log(`hostile answers in Chromium: ${Object.keys(replies).length} instead of a receipt`);
    hostile.answerHonestly();
    await expectDelivered(page);
    expect(await stack.balanceOf('Southshore', 'USDC', wallet.address)).toBe(parseUnits('99.9', 6));
  });
});
