import type { FrameLocator } from '@playwright/test';
import { approvalData } from '../tools/lab/chains/depositCall.ts';
import { depositData, depositedAmount, USDC } from './support/bridgePage.ts';
import { createFramingServer, framing, openInSafe } from './support/framingPage.ts';
import { closeServer } from './support/hostileService.ts';
import { createTestSafe } from './support/testSafe.ts';
import { expect, listen, test } from './support/walletSite.ts';

const FUNDS = { Northshore: { ETH: '10', USDC: '20000' } };

async function propose(app: FrameLocator, recipient: string): Promise<void> {
  await app.getByLabel('You receive').fill('99.9');
  await app.getByRole('button', { name: 'Change recipient' }).click();
  await app.getByLabel('Recipient address').fill(recipient);
  await app.getByRole('button', { name: 'Review transfer' }).click();
  await app.getByRole('button', { name: 'Confirm in wallet' }).click();
  await expect(app.getByRole('heading', { name: 'Waiting for signatures' })).toBeVisible();
}

test('a Safe whose owners sign later delivers, although the page was closed', { tag: '@core' }, async ({
  page,
  stack,
  site,
}) => {
  const safe = await createTestSafe({ stack, chainName: 'Northshore', funds: FUNDS });
  const recipient = (await stack.createAccount()).address;
  const app = await openInSafe(page, safe, site);
  await propose(app, recipient);

  const spender = stack.chain('Northshore').deployment.depositContract;
  const [approval, deposit] = safe.proposals[0]?.txs ?? [];
  const amount = depositedAmount(deposit?.data ?? '0x');
  expect(safe.proposals).toHaveLength(1);
  expect([approval?.to, approval?.data]).toEqual([
    stack.token('Northshore', 'USDC').address,
    approvalData(spender, amount),
  ]);
  expect([deposit?.to, deposit?.data]).toEqual([spender, depositData(stack, { route: USDC, recipient, amount })]);
  await expect(app.getByText(safe.proposals[0]?.safeTxHash ?? '')).toBeVisible();

  // Only the chain tells the app what the owners did in the meantime.
  await page.goto('about:blank');
  const hash = await safe.execute();
  await page.goto(framing(site.safeUrl, site.webUrl));
  await app.getByRole('link', { name: 'Activity' }).click();
  await app.getByRole('main').getByRole('link').first().click();
  await expect(app.getByRole('heading', { name: 'Delivered', exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(app.getByText(hash.slice(0, 8)).filter({ visible: true }).first()).toBeVisible();
  expect(await stack.balanceOf('Southshore', 'USDC', recipient)).toBe(99_900_000n);
});

test('a proposal that the owners reject can be made again', async ({ page, stack, site }) => {
  const safe = await createTestSafe({ stack, chainName: 'Northshore', funds: FUNDS });
  const app = await openInSafe(page, safe, site);
  await propose(app, (await stack.createAccount()).address);
  safe.cancel();
  await expect(app.getByText('Your wallet couldn’t send the transactions')).toBeVisible();
  await app.getByRole('button', { name: 'Continue in wallet' }).click();
  await expect(app.getByRole('heading', { name: 'Waiting for signatures' })).toBeVisible();
  expect(safe.proposals).toHaveLength(2);
  await safe.execute();
  await expect(app.getByRole('heading', { name: 'Delivered', exact: true })).toBeVisible({ timeout: 60_000 });
});

test('no other page can show the app in a frame', async ({ page, site }) => {
  const other = createFramingServer();
  await page.goto(framing(await listen(other), site.webUrl));
  await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/);
  await closeServer(other);
});
