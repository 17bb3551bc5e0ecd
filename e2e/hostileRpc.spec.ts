import { numberToHex, parseUnits } from 'viem';
import { amountField, openForm, send, USDC } from './support/bridgePage.ts';
import type { Failure } from './support/interceptRpc.ts';
import { HEADERS, interceptRpc } from './support/interceptRpc.ts';
import { prepareFastClock, shortenTimers } from './support/shortenWaits.ts';
import { expect, test } from './support/test.ts';
import { deliveredHeading, expectDelivered, expectNoCrash } from './support/transferOutcome.ts';

// src/transfer/reads/failingNodes.test.ts reads through nodes that fail in more ways.
const FAILURES: Readonly<Record<string, Failure>> = {
  HTML: (route) => route.fulfill({ headers: HEADERS, contentType: 'text/html', body: '<h1>Welcome to nginx</h1>' }),
  'no answer': () => new Promise(() => {}),
};

test('RPC endpoints that fail or lie: the balance is unknown instead of 0, and the review says what it could not check', async ({
  page,
  stack,
  wallet,
}) => {
  const north = await interceptRpc(page, stack, 'Northshore');
  const south = await interceptRpc(page, stack, 'Southshore');
  await shortenTimers(page, 8);
  north.substitute(({ method }) => (method === 'eth_call' || method === 'eth_getBalance' ? '0x' : undefined));
  await openForm(page, wallet, USDC);
  await expect(page.getByText('Balance unavailable')).toBeVisible();
  await amountField(page).fill('100');
  const review = page.getByRole('button', { name: 'Review transfer' });
  const dialog = page.getByRole('dialog');
  const simulation = dialog.locator('[data-check="simulation"]');
  for (const [what, failure] of Object.entries(FAILURES)) {
    north.fail(failure);
    south.fail(failure);
    await expect(page.getByText(/Balance 0\b/), what).toHaveCount(0);
    await review.click();
    await expect(dialog, what).toContainText('Not checked');
    await expect(simulation, what).toHaveAttribute('data-state', 'unknown');
    await expect(dialog.locator('[data-check="gas"]'), what).toHaveAttribute('data-state', 'unknown');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  south.restore();
  north.restore();
  // The invented allowance needs no approval, but the deposit of a real node fails without one.
  const token = stack.token('Northshore', 'USDC').address.toLowerCase();
  north.substitute(({ method, params }) => {
    const [call] = (params ?? []) as { to?: string; data?: string }[];
    const isAllowance = call?.to?.toLowerCase() === token && call.data?.startsWith('0xdd62ed3e');
    return method === 'eth_call' && isAllowance ? `0x${'f'.repeat(64)}` : undefined;
  });
  await expect(page.getByText(/Balance 20/)).toBeVisible();
  await review.click();
  await expect(simulation).toContainText('Simulation failed');
  await expect(page.getByRole('button', { name: 'Confirm in wallet' })).toBeDisabled();
  north.restore();
  // A review that opens while an earlier read still runs shows the result of that one.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await review.click();
    await expect(simulation).toHaveAttribute('data-state', 'fine', { timeout: 10_000 });
  }).toPass({ timeout: 60_000 });
  await page.keyboard.press('Escape');
  // The balance of the last read that worked is not that of now.
  north.fail((route) => route.fulfill({ status: 500, headers: HEADERS, body: 'oops' }));
  await expect(page.getByText('Balance unavailable')).toBeVisible();
  await expect(page.getByText(/Balance 20/)).toHaveCount(0);
  await expectNoCrash(page);
  expect(wallet.signRequests()).toEqual([]);
});

test('RPC endpoints that stand still, hide transactions or fail: the transfer waits and ends in a proven delivery', async ({
  page,
  stack,
  wallet,
}) => {
  const north = await interceptRpc(page, stack, 'Northshore');
  const south = await interceptRpc(page, stack, 'Southshore');
  const hurry = await prepareFastClock(page, 5);
  const stale = numberToHex(await stack.chain('Northshore').client.getBlockNumber());
  const receipts = 'eth_getTransactionReceipt';
  north.substitute(({ method }) => {
    // A node that stands still has no receipt of a later block either.
    if (method === receipts) return null;
    return method === 'eth_blockNumber' ? stale : undefined;
  });
  await openForm(page, wallet, USDC);
  await hurry();
  await send(page, '100');
  await expect.poll(() => wallet.transactions.length, { message: 'the approval' }).toBe(1);
  await north.waitForCalls(4);
  expect(wallet.transactions).toHaveLength(1);

  // Of the deposit, the node has neither receipt nor log.
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
  for (const failure of Object.values(FAILURES)) {
    north.fail(failure);
    south.fail(failure);
    await Promise.race([north.waitForCalls(2), south.waitForCalls(2)]);
    await expect(verifying).toBeVisible();
  }
  await expect(deliveredHeading(page)).toHaveCount(0);
  north.restore();
  south.restore();
  await expectDelivered(page);
  expect(wallet.signRequests()).toHaveLength(2);
  expect(await stack.balanceOf('Southshore', 'USDC', wallet.address)).toBe(parseUnits('99.9', 6));
});
