import { numberToHex, parseUnits } from 'viem';
import { amountField, ETH, openForm, send, USDC } from './support/bridgePage.ts';
import type { Failure } from './support/interceptRpc.ts';
import { HEADERS, interceptRpc } from './support/interceptRpc.ts';
import { shortenTimers } from './support/shortenWaits.ts';
import { expect, test } from './support/test.ts';
import { deliveredHeading, expectDelivered, expectNoCrash } from './support/transferOutcome.ts';

const FAILURES: Readonly<Record<string, Failure>> = {
  'HTTP 429': (route) => route.fulfill({ status: 429, headers: HEADERS, json: { error: 'slow down' } }),
  'HTTP 500': (route) => route.fulfill({ status: 500, headers: HEADERS, body: 'oops' }),
  'no connection': (route) => route.abort('connectionrefused'),
  HTML: (route) => route.fulfill({ headers: HEADERS, contentType: 'text/html', body: '<h1>Welcome to nginx</h1>' }),
  'no answer': () => new Promise(() => {}),
};

test('a failing RPC endpoint: the balance is unknown instead of 0, and the review says what it could not check', async ({
  page,
  stack,
  wallet,
}) => {
  test.setTimeout(150_000);
  const north = await interceptRpc(page, stack, 'Northshore');
  const south = await interceptRpc(page, stack, 'Southshore');
  await shortenTimers(page, 8);
  await openForm(page, wallet, USDC);
  for (const [what, failure] of Object.entries(FAILURES)) {
    north.fail(failure);
    south.fail(failure);
    await page.goto('/?from=Northshore&to=Southshore&token=USDC&amount=100');
    await expect(page.getByText(/Loading balance|Balance unavailable/), what).toBeVisible();
    await expect(page.getByText(/Balance 0\b/)).toHaveCount(0);
    await page.getByRole('button', { name: 'Review transfer' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog, what).toContainText('Not checked', { timeout: 40_000 });
    await expect(dialog.locator('[data-check="simulation"]')).toHaveAttribute('data-state', 'unknown');
    await expect(dialog.locator('[data-check="gas"]')).toHaveAttribute('data-state', 'unknown');
    expect(wallet.signRequests()).toEqual([]);
    await expectNoCrash(page);
  }
  north.restore();
  south.restore();
  await page.reload();
  await expect(page.getByText(/Balance 20/)).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Review transfer' }).click();
  await expect(page.locator('[data-check="simulation"]')).toHaveAttribute('data-state', 'fine');
});

test('RPC endpoints that fail during a transfer: tracking continues and ends in a proven delivery', async ({
  page,
  stack,
  wallet,
}) => {
  const north = await interceptRpc(page, stack, 'Northshore');
  const south = await interceptRpc(page, stack, 'Southshore');
  await openForm(page, wallet, ETH);
  await send(page, '1');
  await expect.poll(() => wallet.transactions.length).toBe(1);
  for (const failure of Object.values(FAILURES)) {
    north.fail(failure);
    south.fail(failure);
    await Promise.race([north.waitForCalls(2), south.waitForCalls(2)]);
    await expect(page.getByRole('heading', { name: /Deposit pending|In progress|Verifying payout/ })).toBeVisible();
  }
  north.restore();
  south.restore();
  await expectDelivered(page);
});

test.describe('an RPC endpoint with wrong answers', () => {
  test('that hides the balance blocks the form until it answers correctly', async ({ page, stack, wallet }) => {
    const north = await interceptRpc(page, stack, 'Northshore');
    north.substitute(({ method }) => (method === 'eth_getBalance' ? '0x0' : undefined));
    await openForm(page, wallet, ETH);
    await amountField(page).fill('1');
    await expect(page.getByRole('button', { name: 'Lower the amount' })).toBeDisabled();
    north.restore();
    await expect(page.getByRole('button', { name: 'Review transfer' })).toBeEnabled({ timeout: 20_000 });
  });

  test('that inflates the balance: the simulation fails and nothing is signed', async ({ page, stack, wallet }) => {
    await wallet.selectAccount(await stack.createAccount({ Northshore: { ETH: '1', USDC: '5' } }));
    const north = await interceptRpc(page, stack, 'Northshore');
    const token = stack.token('Northshore', 'USDC').address.toLowerCase();
    north.substitute(({ method, params }) => {
      const [call] = (params ?? []) as { to?: string; data?: string }[];
      const isBalance =
        method === 'eth_call' && call?.to?.toLowerCase() === token && call.data?.startsWith('0x70a08231');
      return isBalance ? `0x${'f'.repeat(64)}` : undefined;
    });
    await openForm(page, wallet, USDC);
    await amountField(page).fill('100');
    await page.getByRole('button', { name: 'Review transfer' }).click();
    await expect(page.locator('[data-check="simulation"]')).toContainText('Simulation failed');
    await expect(page.getByRole('button', { name: 'Confirm in wallet' })).toBeDisabled();
    expect(wallet.signRequests()).toEqual([]);
  });

  test('that returns an invalid balance: the form shows none', async ({ page, stack, wallet }) => {
    const north = await interceptRpc(page, stack, 'Northshore');
    north.substitute(({ method }) => (method === 'eth_call' || method === 'eth_getBalance' ? '0x' : undefined));
    await openForm(page, wallet, USDC);
    await expect(page.getByText('Balance unavailable')).toBeVisible({ timeout: 45_000 });
    await expectNoCrash(page);
  });

  test('that hides receipts and logs: the deposit is neither cancelled nor lost', async ({ page, stack, wallet }) => {
    const north = await interceptRpc(page, stack, 'Northshore');
    north.substitute(({ method }) => (method === 'eth_getTransactionReceipt' ? null : undefined));
    await openForm(page, wallet, ETH);
    await send(page, '1');
    await expect(page.getByRole('heading', { name: 'Deposit pending' })).toBeVisible();
    await north.waitForCalls(4, 'eth_getTransactionReceipt');
    await expect(page.getByText('cancelled')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Not delivered' })).toHaveCount(0);
    north.substitute(({ method }) => {
      if (method === 'eth_getTransactionReceipt') return null;
      return method === 'eth_getLogs' ? [] : undefined;
    });
    await north.waitForCalls(4, 'eth_getTransactionReceipt');
    await expect(page.getByRole('heading', { name: 'Not delivered' })).toHaveCount(0);
    north.restore();
    await expectDelivered(page);
    expect(wallet.signRequests()).toHaveLength(1);
  });

  test('that hides receipts on the destination: the delivery stays unconfirmed', async ({ page, stack, wallet }) => {
    const south = await interceptRpc(page, stack, 'Southshore');
    south.substitute(({ method }) => (method === 'eth_getTransactionReceipt' ? null : undefined));
    await openForm(page, wallet, ETH);
    await send(page, '1');
    await expect(page.getByRole('heading', { name: 'Verifying payout' })).toBeVisible({ timeout: 40_000 });
    await south.waitForCalls(3, 'eth_getTransactionReceipt');
    await expect(deliveredHeading(page)).toHaveCount(0);
    south.restore();
    await expectDelivered(page);
  });

  test('with a stale head: the deposit is not lost', async ({ page, stack, wallet }) => {
    const north = await interceptRpc(page, stack, 'Northshore');
    const stale = await stack.chain('Northshore').client.getBlockNumber();
    north.substitute(({ method }) => (method === 'eth_blockNumber' ? numberToHex(stale) : undefined));
    await openForm(page, wallet, ETH);
    await send(page, '1');
    await expectDelivered(page);
  });

  test('with a stale head for some time: the approval waits, then the transfer continues', async ({
    page,
    stack,
    wallet,
  }) => {
    const north = await interceptRpc(page, stack, 'Northshore');
    const stale = await stack.chain('Northshore').client.getBlockNumber();
    north.substitute(({ method }) => {
      // A node that stands still has no receipt of a later block either.
      if (method === 'eth_getTransactionReceipt') return null;
      return method === 'eth_blockNumber' ? numberToHex(stale) : undefined;
    });
    await openForm(page, wallet, USDC);
    await send(page, '100');
    await expect.poll(() => wallet.transactions.length, { timeout: 30_000 }).toBe(1);
    await north.waitForCalls(4);
    await expectNoCrash(page);
    expect(wallet.transactions).toHaveLength(1);
    north.restore();
    await expectDelivered(page);
    expect(await stack.balanceOf('Southshore', 'USDC', wallet.address)).toBe(parseUnits('99.9', 6));
  });

  test('that invents an allowance: the simulation fails and nothing is signed', async ({ page, stack, wallet }) => {
    const north = await interceptRpc(page, stack, 'Northshore');
    const token = stack.token('Northshore', 'USDC').address.toLowerCase();
    north.substitute(({ method, params }) => {
      const [call] = (params ?? []) as { to?: string; data?: string }[];
      const isAllowance = call?.to?.toLowerCase() === token && call.data?.startsWith('0xdd62ed3e');
      return method === 'eth_call' && isAllowance ? `0x${'f'.repeat(64)}` : undefined;
    });
    await openForm(page, wallet, USDC);
    await amountField(page).fill('100');
    await page.getByRole('button', { name: 'Review transfer' }).click();
    await expect(page.locator('[data-check="simulation"]')).toContainText('Simulation failed');
    await expect(page.getByRole('button', { name: 'Confirm in wallet' })).toBeDisabled();
    expect(wallet.signRequests()).toEqual([]);
  });
});
