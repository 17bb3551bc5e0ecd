import { numberToHex, parseUnits } from 'viem';
import { amountField, ETH, openForm, send, USDC } from './support/bridgePage.ts';
import type { Failure } from './support/hostileNode.ts';
import { HEADERS, interceptRpc } from './support/hostileNode.ts';
import { hurryTimers } from './support/hurryTimers.ts';
import { expect, test } from './support/test.ts';
import { deliveredHeading, expectAlive, expectDelivered } from './support/transferOutcome.ts';

const FAILURES: Readonly<Record<string, Failure>> = {
  '429 at every question': (route) => route.fulfill({ status: 429, headers: HEADERS, json: { error: 'slow down' } }),
  '500 at every question': (route) => route.fulfill({ status: 500, headers: HEADERS, body: 'oops' }),
  'no connection': (route) => route.abort('connectionrefused'),
  HTML: (route) => route.fulfill({ headers: HEADERS, contentType: 'text/html', body: '<h1>Welcome to nginx</h1>' }),
  'no answer': () => new Promise(() => {}),
};

test('a node that fails: the balance is unknown and never nothing, and what cannot be checked is said so', async ({
  page,
  stack,
  wallet,
}) => {
  test.setTimeout(150_000);
  const north = await interceptRpc(page, stack, 'Northshore');
  const south = await interceptRpc(page, stack, 'Southshore');
  await hurryTimers(page, 8);
  await openForm(page, wallet, USDC);
  for (const [what, failure] of Object.entries(FAILURES)) {
    north.fail(failure);
    south.fail(failure);
    await page.goto('/?from=Northshore&to=Southshore&token=USDC&amount=100');
    await expect(page.getByText(/Reading balance|Balance could not be read/), what).toBeVisible();
    await expect(page.getByText(/Balance 0\b/)).toHaveCount(0);
    await page.getByRole('button', { name: 'Review transfer' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog, what).toContainText('Could not check', { timeout: 40_000 });
    await expect(dialog.locator('[data-check="simulation"]')).toHaveAttribute('data-state', 'unknown');
    await expect(dialog.locator('[data-check="gas"]')).toHaveAttribute('data-state', 'unknown');
    expect(wallet.signRequests()).toEqual([]);
    await expectAlive(page);
  }
  north.heal();
  south.heal();
  await page.reload();
  await expect(page.getByText(/Balance 20/)).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Review transfer' }).click();
  await expect(page.locator('[data-check="simulation"]')).toHaveAttribute('data-state', 'fine');
});

test('nodes that fail while a transfer travels: the wait goes on, and ends in a proven delivery', async ({
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
    await page.waitForTimeout(2_500);
    await expect(page.getByRole('heading', { name: /Deposit on its way|Crossing|Reported as paid/ })).toBeVisible();
  }
  north.heal();
  south.heal();
  await expectDelivered(page);
});

test.describe('a node that lies', () => {
  test('about a balance of nothing: the form stops, and recovers with the truth', async ({ page, stack, wallet }) => {
    const north = await interceptRpc(page, stack, 'Northshore');
    north.lie(({ method }) => (method === 'eth_getBalance' ? '0x0' : undefined));
    await openForm(page, wallet, ETH);
    await amountField(page).fill('1');
    await expect(page.getByRole('button', { name: 'Not enough in your wallet' })).toBeDisabled();
    north.heal();
    await expect(page.getByRole('button', { name: 'Review transfer' })).toBeEnabled({ timeout: 20_000 });
  });

  test('about a balance of everything: what would fail is tried out first, and not signed', async ({
    page,
    stack,
    wallet,
  }) => {
    await wallet.selectAccount(await stack.createAccount({ Northshore: { ETH: '1', USDC: '5' } }));
    const north = await interceptRpc(page, stack, 'Northshore');
    const token = stack.token('Northshore', 'USDC').address.toLowerCase();
    north.lie(({ method, params }) => {
      const [call] = (params ?? []) as { to?: string; data?: string }[];
      const isBalance =
        method === 'eth_call' && call?.to?.toLowerCase() === token && call.data?.startsWith('0x70a08231');
      return isBalance ? `0x${'f'.repeat(64)}` : undefined;
    });
    await openForm(page, wallet, USDC);
    await amountField(page).fill('100');
    await page.getByRole('button', { name: 'Review transfer' }).click();
    await expect(page.locator('[data-check="simulation"]')).toContainText('would fail');
    await expect(page.getByRole('button', { name: 'Confirm in wallet' })).toBeDisabled();
    expect(wallet.signRequests()).toEqual([]);
  });

  test('about a balance that is no number shows none', async ({ page, stack, wallet }) => {
    const north = await interceptRpc(page, stack, 'Northshore');
    north.lie(({ method }) => (method === 'eth_call' || method === 'eth_getBalance' ? '0x' : undefined));
    await openForm(page, wallet, USDC);
    await expect(page.getByText('Balance could not be read')).toBeVisible({ timeout: 45_000 });
    await expectAlive(page);
  });

  test('about receipts, and then about logs too, of which it has none: the deposit is neither cancelled nor lost', async ({
    page,
    stack,
    wallet,
  }) => {
    const north = await interceptRpc(page, stack, 'Northshore');
    north.lie(({ method }) => (method === 'eth_getTransactionReceipt' ? null : undefined));
    await openForm(page, wallet, ETH);
    await send(page, '1');
    await expect(page.getByRole('heading', { name: 'Deposit on its way' })).toBeVisible();
    await page.waitForTimeout(9_000);
    await expect(page.getByText('cancelled')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Not delivered' })).toHaveCount(0);
    north.lie(({ method }) => {
      if (method === 'eth_getTransactionReceipt') return null;
      return method === 'eth_getLogs' ? [] : undefined;
    });
    await page.waitForTimeout(9_000);
    await expect(page.getByRole('heading', { name: 'Not delivered' })).toHaveCount(0);
    north.heal();
    await expectDelivered(page);
    expect(wallet.signRequests()).toHaveLength(1);
  });

  test('about receipts on the destination has a delivery reported, and not yet called delivered', async ({
    page,
    stack,
    wallet,
  }) => {
    const south = await interceptRpc(page, stack, 'Southshore');
    south.lie(({ method }) => (method === 'eth_getTransactionReceipt' ? null : undefined));
    await openForm(page, wallet, ETH);
    await send(page, '1');
    await expect(page.getByRole('heading', { name: 'Reported as paid' })).toBeVisible({ timeout: 40_000 });
    await page.waitForTimeout(4_000);
    await expect(deliveredHeading(page)).toHaveCount(0);
    south.heal();
    await expectDelivered(page);
  });

  test('about the head, which stands still, loses no deposit', async ({ page, stack, wallet }) => {
    const north = await interceptRpc(page, stack, 'Northshore');
    const stale = await stack.chain('Northshore').client.getBlockNumber();
    north.lie(({ method }) => (method === 'eth_blockNumber' ? numberToHex(stale) : undefined));
    await openForm(page, wallet, ETH);
    await send(page, '1');
    await expectDelivered(page);
  });

  test('about the head for a while holds a permission up, and goes on with the truth', async ({
    page,
    stack,
    wallet,
  }) => {
    const north = await interceptRpc(page, stack, 'Northshore');
    const stale = await stack.chain('Northshore').client.getBlockNumber();
    north.lie(({ method }) => (method === 'eth_blockNumber' ? numberToHex(stale) : undefined));
    await openForm(page, wallet, USDC);
    await send(page, '100');
    await expect.poll(() => wallet.transactions.length, { timeout: 30_000 }).toBeGreaterThan(0);
    await page.waitForTimeout(6_000);
    await expectAlive(page);
    north.heal();
    await expectDelivered(page);
    expect(await stack.balanceOf('Southshore', 'USDC', wallet.address)).toBe(parseUnits('99.9', 6));
  });

  test('about an allowance that is there already has nothing signed that would fail', async ({
    page,
    stack,
    wallet,
  }) => {
    const north = await interceptRpc(page, stack, 'Northshore');
    const token = stack.token('Northshore', 'USDC').address.toLowerCase();
    north.lie(({ method, params }) => {
      const [call] = (params ?? []) as { to?: string; data?: string }[];
      const isAllowance = call?.to?.toLowerCase() === token && call.data?.startsWith('0xdd62ed3e');
      return method === 'eth_call' && isAllowance ? `0x${'f'.repeat(64)}` : undefined;
    });
    await openForm(page, wallet, USDC);
    await amountField(page).fill('100');
    await page.getByRole('button', { name: 'Review transfer' }).click();
    await expect(page.locator('[data-check="simulation"]')).toContainText('would fail');
    await expect(page.getByRole('button', { name: 'Confirm in wallet' })).toBeDisabled();
    expect(wallet.signRequests()).toEqual([]);
  });
});
