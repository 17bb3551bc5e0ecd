import { formatUnits, parseUnits } from 'viem';
import { approvalData } from '../tools/lab/chains/depositCall.ts';
import {
  amountField,
  connect,
  deliver,
  depositData,
  depositedAmount,
  NORTH_TO_SOUTH,
  openForm,
  reviewAndConfirm,
  send,
  shownHashes,
  visitForm,
} from './support/bridgePage.ts';
import { expect, test } from './support/test.ts';
import { expectDelivered } from './support/transferOutcome.ts';

// With motion and preloading, as for most people.
test.use({ contextOptions: { reducedMotion: 'no-preference' }, savesData: false });

test('an ERC-20 token is approved exactly, deposited and delivered', { tag: '@core' }, async ({
  page,
  stack,
  wallet,
  problems,
}) => {
  const route = { ...NORTH_TO_SOUTH, token: 'USDC' };
  await openForm(page, wallet, route);
  await send(page, '100');
  await expectDelivered(page);

  const [approval, deposit] = wallet.transactions;
  const spender = stack.chain('Northshore').deployment.depositContract;
  const amount = depositedAmount(deposit?.data ?? '0x');
  expect(wallet.transactions).toHaveLength(2);
  expect(approval).toMatchObject({
    to: stack.token('Northshore', 'USDC').address,
    data: approvalData(spender, amount),
    value: 0n,
    chainId: stack.chain('Northshore').id,
  });
  expect(deposit).toMatchObject({
    to: spender,
    data: depositData(stack, { route, recipient: wallet.address, amount }),
    value: 0n,
    chainId: stack.chain('Northshore').id,
  });

  // The bridge fee is 0.1 % of 100, and the network fee is deducted too.
  expect(amount).toBe(parseUnits('100', 6));
  const arrived = await stack.balanceOf('Southshore', 'USDC', wallet.address);
  expect(arrived).toBeLessThan(parseUnits('99.9', 6));
  expect(arrived).toBeGreaterThan(parseUnits('99', 6));
  expect(await stack.balanceOf('Northshore', 'USDC', wallet.address)).toBe(parseUnits('19900', 6));
  expect(await stack.allowance('Northshore', 'USDC', wallet.address)).toBe(0n);

  const [depositHash, payoutHash] = await shownHashes(page);
  expect(depositHash).toBe(deposit?.hash);
  const payout = await stack.chain('Southshore').client.getTransactionReceipt({ hash: payoutHash ?? '0x' });
  expect(payout.status).toBe('success');

  await test.step('the receipt says what it cost and is worth, and prints with the brand and the time', async () => {
    const costs = page.getByRole('main').locator('dl');
    await expect(costs).toContainText(`${formatUnits(amount - arrived, 6)} USDC · $`);
    await expect(costs).toContainText(`today’s price$${formatUnits(arrived, 6).slice(0, 4)}`);
    const print = page.getByRole('button', { name: 'Print receipt' });
    await expect(print).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('main').getByText('Causeway', { exact: true })).toBeVisible();
    await expect(page.getByText(/^Printed .*20\d\d/)).toBeVisible();
    await expect(page.getByText(`/receipts/${deposit?.hash}`)).toBeVisible();
    for (const hidden of [print, page.getByRole('link', { name: 'Get help' }), page.getByRole('navigation')])
      await expect(hidden).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
  });

  wallet.next('wallet_watchAsset', { kind: 'reject' });
  const { address } = stack.token('Southshore', 'USDC');
  await page.getByRole('button', { name: 'Add USDC to your wallet' }).click();
  await expect(page.getByText('Your wallet didn’t add USDC. Add it there by its address:')).toBeVisible();
  await page.getByRole('button', { name: 'Add USDC to your wallet' }).click();
  await expect(page.getByText('USDC is listed in your wallet')).toBeVisible();
  expect(wallet.requests.at(-1)).toMatchObject({
    ...{ method: 'wallet_watchAsset', chainId: stack.chain('Southshore').id },
    params: { type: 'ERC20', options: { address, symbol: 'USDC', decimals: 6 } },
  });
  expect(problems.list).toEqual([]);
  expect(problems.foreignRequests).toEqual([]);
});

test('native tokens are sent as value, after the wallet switched to the origin chain', { tag: '@core' }, async ({
  page,
  stack,
  wallet,
}) => {
  const route = { ...NORTH_TO_SOUTH, token: 'ETH' };
  const before = await stack.balanceOf('Southshore', 'ETH', wallet.address);
  await wallet.selectChain('Southshore');
  await openForm(page, wallet, route);
  await expect(page.getByText('Your wallet is on Southshore')).toBeVisible();
  await deliver(page, '1.9980');
  await expectDelivered(page);

  expect(wallet.chainId()).toBe(stack.chain('Northshore').id);
  expect(wallet.transactions).toHaveLength(1);
  const [deposit] = wallet.transactions;
  const amount = depositedAmount(deposit?.data ?? '0x');
  expect(deposit).toMatchObject({
    chainId: stack.chain('Northshore').id,
    value: amount,
    data: depositData(stack, { route, recipient: wallet.address, amount }),
  });
  const arrived = (await stack.balanceOf('Southshore', 'ETH', wallet.address)) - before;
  expect(arrived).toBe(parseUnits('1.998', 18));
});

test('an old allowance is reset if the token requires it, and different decimals arrive as the same value', async ({
  page,
  stack,
  wallet,
}) => {
  await test.step('an old USDT allowance is set to zero before the new approval', async () => {
    const route = { ...NORTH_TO_SOUTH, token: 'USDT' };
    const spender = stack.chain('Northshore').deployment.depositContract;
    await stack.approve('Northshore', 'USDT', { owner: wallet.account, amount: 7n });
    await openForm(page, wallet, route);
    await deliver(page, '49.9');
    await expectDelivered(page);

    const [reset, approval, deposit] = wallet.transactions;
    const amount = depositedAmount(deposit?.data ?? '0x');
    expect(wallet.transactions).toHaveLength(3);
    expect(reset?.data).toBe(approvalData(spender, 0n));
    expect(approval?.data).toBe(approvalData(spender, amount));
    expect(deposit?.data).toBe(depositData(stack, { route, recipient: wallet.address, amount }));
    expect(await stack.balanceOf('Southshore', 'USDT', wallet.address)).toBe(parseUnits('49.9', 6));
  });

  await test.step('WBTC has different decimals on the other chain', async () => {
    await visitForm(page, { ...NORTH_TO_SOUTH, token: 'WBTC' });
    await amountField(page).fill('0.123456789');
    await expect(page.getByText('WBTC has 8 decimals on this chain')).toBeVisible();
    await deliver(page, '0.4995');
    await expectDelivered(page);
    expect(await stack.balanceOf('Southshore', 'WBTC', wallet.address)).toBe(parseUnits('0.4995', 18));
  });
});

test('Max sends the whole balance, and another account can receive it', async ({ page, stack, wallet }) => {
  const route = { ...NORTH_TO_SOUTH, token: 'USDC' };
  const account = await stack.createAccount({ Northshore: { ETH: '1', USDC: '321.5' } });
  const other = await stack.createAccount();
  await wallet.selectAccount(account);
  await openForm(page, wallet, route);
  await page.getByRole('button', { name: '50%' }).click();
  await expect(amountField(page)).toHaveValue('160.75');
  await page.getByRole('button', { name: 'Max' }).click();
  await expect(amountField(page)).toHaveValue('321.5');
  await page.getByRole('button', { name: 'Change recipient' }).click();
  await page.getByLabel('Recipient address').fill(other.address);
  await reviewAndConfirm(page);
  await expectDelivered(page);

  const amount = parseUnits('321.5', 6);
  expect(wallet.transactions[1]?.data).toBe(depositData(stack, { route, recipient: other.address, amount }));
  expect(await stack.balanceOf('Northshore', 'USDC', account.address)).toBe(0n);
  expect(await stack.balanceOf('Southshore', 'USDC', other.address)).toBeGreaterThan(parseUnits('315', 6));
  expect(await stack.balanceOf('Southshore', 'USDC', account.address)).toBe(0n);
});

test('the local demo wallet completes a transfer without a browser wallet', { tag: '@core' }, async ({
  page,
  stack,
}) => {
  await visitForm(page, { ...NORTH_TO_SOUTH, token: 'USDC' });
  await connect(page, 'Local demo wallet');
  const [account] = (stack.readWebConfig().demoWallet as { accounts: `0x${string}`[] }).accounts;
  const before = await stack.balanceOf('Southshore', 'USDC', account ?? '0x');
  await deliver(page, '24.9');
  await expectDelivered(page);
  expect((await stack.balanceOf('Southshore', 'USDC', account ?? '0x')) - before).toBe(parseUnits('24.9', 6));
});

test("a transfer's page never disappears, however slowly its files load", async ({ page, wallet }) => {
  await openForm(page, wallet, { ...NORTH_TO_SOUTH, token: 'ETH' });
  await send(page, '1');
  await page.locator('#transferTitle').waitFor();
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await page.evaluate(() => {
    const look = () => {
      const title = document.querySelector('#transferTitle');
      if (!title?.checkVisibility()) document.documentElement.dataset.vanished = 'yes';
      requestAnimationFrame(look);
    };
    look();
  });
  await expectDelivered(page);
  await expect(page.locator('html')).not.toHaveAttribute('data-vanished');
});
