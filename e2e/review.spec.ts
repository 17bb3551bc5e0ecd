import type { Locator, Page } from '@playwright/test';
import type { Address } from 'viem';
import { getAddress, parseUnits } from 'viem';
import { approvalData } from '../tools/lab/chains/depositCall.ts';
import type { Route } from './support/bridgePage.ts';
import {
  amountField,
  connect,
  depositData,
  depositedAmount,
  NORTH_TO_SOUTH,
  openForm,
  send,
  USDC,
  visitForm,
} from './support/bridgePage.ts';
import { expect, test } from './support/look.ts';
import type { TestStack } from './support/testStack.ts';
import type { TestWallet } from './support/testWallet.ts';
import { expectDelivered } from './support/transferOutcome.ts';

test.use({ looksOnPhone: true });

const USDT = { ...NORTH_TO_SOUTH, token: 'USDT' };
const CONFIRM = { name: 'Confirm in wallet' };

type Deposit = { readonly route: Route; readonly recipient: Address };

/** Requires one exact approval for the pinned contract and one deposit for the recipient. */
function expectExactPair(stack: TestStack, wallet: TestWallet, { route, recipient }: Deposit): bigint {
  const { depositContract } = stack.chain(route.from).deployment;
  const amount = depositedAmount(wallet.transactions[1]?.data ?? '0x');
  expect(wallet.signRequests()).toHaveLength(2);
  expect(wallet.transactions).toMatchObject([
    { to: stack.token(route.from, route.token).address, data: approvalData(depositContract, amount), value: 0n },
    { to: depositContract, data: depositData(stack, { route, recipient, amount }), value: 0n },
  ]);
  return amount;
}

/** Confirms a review check. Until then, the main button leads to it instead of the wallet. */
async function confirmCheck(page: Page, kind: string, words: string | RegExp): Promise<void> {
  const check = page.locator(`[data-check="${kind}"]`);
  await expect(check).toHaveAttribute('data-state', 'warning');
  await expect(check).toContainText(words);
  await expect(page.getByRole('button', CONFIRM)).toHaveCount(0);
  await page.getByRole('button', { name: 'See 1 check to confirm' }).click();
  await expect(check.getByRole('checkbox')).toBeFocused();
  expect(await isSeen(check.getByRole('checkbox'))).toBe(true);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', CONFIRM)).toBeEnabled();
}

/** Whether the window shows all of an element, with nothing over it. */
function isSeen(element: Locator): Promise<boolean> {
  return element.evaluate((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    const middle = (left + right) / 2;
    const hits = [top + 1, (top + bottom) / 2, bottom - 1].map((y) => document.elementFromPoint(middle, y));
    return hits.every((hit) => hit !== null && (node.contains(hit) || hit.contains(node)) && hit.tagName !== 'DIALOG');
  });
}

const WINDOWS = {
  'a desktop': [1440, 900],
  'a phone': [390, 844],
  'a small phone': [320, 568],
  'a phone on its side': [844, 390],
  'a zoom of 400 %': [360, 225],
} as const;

test('no window shows the button to the wallet before the amounts, the recipient and the cost', async ({
  page,
  stack,
  wallet,
}) => {
  const { address } = await stack.createAccount();
  await wallet.install(page);
  await page.goto(`/?from=Northshore&to=Southshore&token=USDC&amount=1234.123456&recipient=${address}`);
  await connect(page);
  for (const [name, [width, height]] of Object.entries(WINDOWS)) {
    await test.step(name, async () => {
      await page.setViewportSize({ width, height });
      await page.getByRole('button', { name: 'Review transfer' }).click();
      const dialog = page.getByRole('dialog');
      const facts = [
        dialog.locator('strong').first(),
        dialog.locator('strong').last(),
        dialog.getByText(address),
        dialog.getByText('Total cost'),
        dialog.getByText('Usual time'),
        dialog.locator('[data-check="recipientFromLink"]'),
      ];
      await expect(facts.at(-1) as Locator).toBeVisible();
      const places = await Promise.all(facts.map(async (fact) => (await fact.boundingBox())?.y ?? -1));
      expect(places).toEqual([...places].sort((a, b) => a - b));

      const seen = await Promise.all(facts.slice(0, 5).map(isSeen));
      const isButtonSeen = await isSeen(dialog.getByRole('button', { name: 'See 1 check to confirm' }));
      expect({ isButtonSeen, seen: seen.every(Boolean) }).toEqual(
        height < 600 ? { isButtonSeen: false, seen: expect.any(Boolean) } : { isButtonSeen: true, seen: true },
      );
      await dialog.getByRole('button', { name: 'See 1 check to confirm' }).click();
      await expect(dialog.getByRole('checkbox')).toBeFocused();
      expect(await isSeen(dialog.getByRole('checkbox'))).toBe(true);
      await page.keyboard.press('Escape');
    });
  }
});

test('a recipient from a link is paid after the user confirms it', { tag: ['@core', '@look'] }, async ({
  page,
  stack,
  wallet,
  look,
}) => {
  const { address } = await stack.createAccount();
  await wallet.install(page);
  await page.goto(`/?from=Northshore&to=Southshore&token=USDC&receive=19.9&recipient=${address}`);
  await connect(page);
  // Without endpoints, the app cannot run the checks on the chains.
  const endpoints = stack.chains.map(({ rpcUrl }) => `${rpcUrl}/**`);
  for (const endpoint of endpoints) await page.route(endpoint, (route) => route.abort());
  await page.getByRole('button', { name: 'Review transfer' }).click();
  await expect(page.locator('[data-check="recipientFromLink"]')).toBeVisible();
  await expect(page.locator('[data-state="unknown"]').first()).toBeVisible();
  await look('failing checks');
  for (const endpoint of endpoints) await page.unroute(endpoint);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Review transfer' }).click();
  await expect(page.getByRole('dialog')).toContainText(address);
  await confirmCheck(page, 'recipientFromLink', 'A link filled in the recipient');
  expect(wallet.signRequests()).toEqual([]);
  await page.getByRole('button', CONFIRM).click();
  await expectDelivered(page);
  expectExactPair(stack, wallet, { route: USDC, recipient: address });
  expect(await stack.balanceOf('Southshore', 'USDC', address)).toBe(parseUnits('19.9', 6));
});

test('a recipient that looks like the user’s address must be confirmed, and wallet code that fails to load is reported', async ({
  page,
  stack,
  wallet,
}) => {
  await page.route(/\/transferRunner-[^/]*\.js$/, (route) => route.abort());
  const middle = wallet.address.slice(6, -4).toLowerCase();
  const alike = getAddress(`${wallet.address.slice(0, 6)}${[...middle].reverse().join('')}${wallet.address.slice(-4)}`);
  await openForm(page, wallet, USDC);
  await amountField(page).fill('20');
  await page.getByRole('button', { name: 'Change recipient' }).click();
  await page.getByLabel('Recipient address').fill(alike);
  await page.getByRole('button', { name: 'Review transfer' }).click();
  await confirmCheck(page, 'lookAlike', `begins and ends like ${wallet.address}`);
  await page.locator('[data-check="lookAlike"]').getByRole('checkbox').uncheck();
  await expect(page.getByRole('button', CONFIRM)).toHaveCount(0);
  expect(wallet.signRequests()).toEqual([]);
  expect(await stack.balanceOf('Southshore', 'USDC', alike)).toBe(0n);

  await test.step('the wallet does not open without its code', async () => {
    await page.locator('[data-check="lookAlike"]').getByRole('checkbox').check();
    await page.getByRole('button', CONFIRM).click();
    await expect(page.getByRole('dialog')).toContainText('The page couldn’t load its wallet code');
    await expect(page.getByRole('dialog')).not.toContainText('store');
    expect(wallet.signRequests()).toHaveLength(0);
  });
});

test('a remaining allowance is shown and can be revoked', async ({ page, stack, wallet }) => {
  const granted = parseUnits('500', 6);
  const { depositContract } = stack.chain('Northshore').deployment;
  await stack.approve('Northshore', 'USDC', { owner: wallet.account, amount: granted });
  await openForm(page, wallet, USDC);
  await send(page, '100');
  await expectDelivered(page);

  const amount = depositedAmount(wallet.transactions[0]?.data ?? '0x');
  expect(wallet.transactions).toMatchObject([
    { to: depositContract, data: depositData(stack, { route: USDC, recipient: wallet.address, amount }) },
  ]);
  expect(await stack.allowance('Northshore', 'USDC', wallet.address)).toBe(granted - amount);
  await expect(page.getByText('An approval remains')).toBeVisible();
  await page.getByRole('button', { name: 'Revoke approval' }).click();
  await expect(page.getByText('An approval remains')).toHaveCount(0);
  expect(wallet.transactions).toHaveLength(2);
  expect(wallet.transactions[1]).toMatchObject({
    to: stack.token('Northshore', 'USDC').address,
    data: approvalData(depositContract, 0n),
    value: 0n,
  });
  expect(await stack.allowance('Northshore', 'USDC', wallet.address)).toBe(0n);
});

test('a stale quote that got worse is reviewed again, and the wallet signs what the review showed', async ({
  page,
  stack,
  wallet,
}) => {
  await openForm(page, wallet, USDC);
  await amountField(page).fill('100');
  await page.getByRole('button', { name: 'Review transfer' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('100 USDC');
  // The network fee rises by 0.1 USDC, and less arrives.
  await page.route('**/get_build_tx', async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: withHigherFee(answer) });
  });
  await page.evaluate(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 10 * 60_000;
  });
  await page.getByRole('button', CONFIRM).click();
  await expect(dialog).toContainText('The new one gives you less');
  expect(wallet.signRequests()).toEqual([]);
  const shown =
    (
      (await dialog
        .getByText(/^[\d.]+ USDC$/)
        .first()
        .textContent()) ?? ''
    ).split(' ')[0] ?? '';

  await page.getByRole('button', CONFIRM).click();
  await expectDelivered(page);
  const amount = expectExactPair(stack, wallet, { route: USDC, recipient: wallet.address });
  expect(amount).toBe(parseUnits(shown, 6));
  expect(await stack.balanceOf('Northshore', 'USDC', wallet.address)).toBe(parseUnits('20000', 6) - amount);
  expect(await stack.balanceOf('Southshore', 'USDC', wallet.address)).toBeGreaterThan(parseUnits('99', 6));
});

type Wire = {
  readonly data: Record<string, { raw_value: string }>;
};

function withHigherFee({ data, ...rest }: Wire) {
  const changed = (field: string, by: bigint) => {
    const amount = BigInt(data[field]?.raw_value ?? '0') + by;
    return { decimals: 6, raw_value: `${amount}`, ui_value: `${Number(amount) / 1e6}` };
  };
  const rise = parseUnits('0.1', 6);
  const [gas_fee, receive_value] = [changed('gas_fee', rise), changed('receive_value', -rise)];
  return { ...rest, data: { ...data, gas_fee, receive_value } };
}

/** Serves the app a configuration without USDT. */
async function removeTether(page: Page, stack: TestStack, allowUnpinnedPairs: boolean): Promise<void> {
  const config = stack.readWebConfig() as { chains: { tokens: { name: string }[] }[] };
  const chains = config.chains.map((chain) => ({
    ...chain,
    tokens: chain.tokens.filter(({ name }) => name !== 'USDT'),
  }));
  await page.route('**/config.json', (route) => route.fulfill({ json: { ...config, chains, allowUnpinnedPairs } }));
}

test('a token outside the registry cannot be chosen, or must be confirmed if the configuration allows it', async ({
  page,
  stack,
  wallet,
}) => {
  await wallet.install(page);
  await test.step('it is shown but cannot be chosen', async () => {
    await removeTether(page, stack, false);
    await visitForm(page, USDC);
    await page.getByRole('button', { name: 'Token: USDC' }).click();
    const option = page.getByRole('option', { name: /^USDT Northshore/ });
    await expect(option).toBeDisabled();
    await expect(option).toContainText('Unavailable: this app can’t verify the token');
    await page.goto('/?from=Northshore&to=Southshore&token=USDT');
    await expect(page.getByRole('button', { name: /^Token: / })).not.toHaveAccessibleName('Token: USDT');
  });

  await removeTether(page, stack, true);
  await visitForm(page, USDT);
  await connect(page);
  await page.getByRole('button', { name: 'Token: USDT' }).click();
  await expect(page.getByRole('option', { name: /^USDT Northshore/ })).toContainText('Unverified: ');
  await page.keyboard.press('Escape');
  await page.getByLabel('You receive').fill('49.9');
  await page.getByRole('button', { name: 'Review transfer' }).click();
  await confirmCheck(page, 'unpinnedToken', stack.token('Southshore', 'USDT').address);
  await page.getByRole('button', CONFIRM).click();
  await expectDelivered(page);
  expectExactPair(stack, wallet, { route: USDT, recipient: wallet.address });
  expect(await stack.balanceOf('Southshore', 'USDT', wallet.address)).toBe(parseUnits('49.9', 6));
});
