import type { Page } from '@playwright/test';
import { formatUnits } from 'viem';
import {
  amountField,
  depositData,
  depositedAmount,
  ETH,
  NORTH_TO_SOUTH,
  openForm,
  reviewAndConfirm,
  USDC,
  visitForm,
} from './support/bridgePage.ts';
import { expect, test } from './support/look.ts';
import { expectDelivered } from './support/transferOutcome.ts';

const received = (page: Page) => page.getByLabel('You receive');
/** The token amount of a typed value. */
const meaning = (page: Page) => page.locator('#fiatLine');

test('a typed amount to receive arrives exactly', async ({ page, stack, wallet }) => {
  await openForm(page, wallet, USDC);
  await received(page).fill('250');
  await expect(page.getByRole('radio', { name: 'Receive exactly 250 USDC' })).toBeChecked();
  await expect(page).toHaveURL(/receive=250/);
  await expect(page.getByRole('button', { name: 'Review transfer' })).toBeEnabled();
  const sent = await amountField(page).inputValue();
  expect(Number(sent)).toBeGreaterThan(250);
  await received(page).fill('9999.5');
  await expect(received(page)).toHaveAccessibleDescription(/^You can send.*USDC/);

  await received(page).fill('250');
  await reviewAndConfirm(page);
  await expectDelivered(page);
  const amount = BigInt(Math.round(Number(sent) * 1e6));
  expect(wallet.transactions.at(-1)?.data).toBe(depositData(stack, { route: USDC, recipient: wallet.address, amount }));
});

test('a quote renews itself, a typed value is built as the displayed amount, and a person chooses the exact amount', async ({
  page,
}) => {
  const builds: { readonly ui_value: string; readonly value_include_gas_fee: boolean }[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/get_build_tx')) builds.push(request.postDataJSON());
  });
  const mostAlike = () => {
    const bodies = builds.map((body) => JSON.stringify(body));
    return Math.max(...bodies.map((body) => bodies.filter((other) => other === body).length));
  };
  await page.clock.install();
  await visitForm(page, ETH);
  await amountField(page).fill('0.5');
  await expect(page.getByText('about $1,500.00')).toBeVisible();
  await expect(received(page)).toHaveValue(/^0[.]49/);
  expect(mostAlike()).toBe(1);
  for (const renewed of [2, 3]) {
    await page.clock.fastForward(31_000);
    await expect.poll(mostAlike).toBe(renewed);
  }

  await page.getByRole('button', { name: 'Enter USD' }).click();
  const value = page.getByLabel('Amount to send in USD');
  await expect(value).toBeFocused();
  await expect(value).toHaveValue('1500.00');
  await value.fill('400');
  await expect(meaning(page)).toHaveText('0.133333 ETH');
  await expect(received(page)).toHaveValue(/^0[.]133/);
  // The derived amount animates above its field until a person enters the field.
  await expect(page.locator('input + [aria-hidden]')).toHaveText(await received(page).inputValue());
  await expect(received(page)).toHaveCSS('opacity', '0');
  await received(page).focus();
  await expect(received(page)).toHaveCSS('opacity', '1');
  await expect(page.locator('input + [aria-hidden]')).toBeHidden();
  expect(builds.at(-1)).toMatchObject({ ui_value: '0.133333' });
  await expect(page.getByRole('radio', { name: 'Send exactly 0.133333 ETH' })).toBeChecked();
  await value.fill('1,234');
  await page.getByRole('button', { name: /^1234 USD$/ }).click();
  await expect(meaning(page)).toHaveText('0.411333 ETH');
  await page.getByRole('button', { name: 'Enter ETH' }).click();
  await expect(amountField(page)).toHaveValue('0.411333');

  await expect(page.getByRole('radio', { name: 'Send exactly 0.411333 ETH' })).toBeChecked();
  const exact = await received(page).inputValue();
  await page.getByRole('radio', { name: /^Receive exactly 0[.]41/ }).check();
  await expect(received(page)).toHaveValue(exact);
  await expect(page).toHaveURL((url) => url.searchParams.get('receive') === exact);
  await page.getByRole('radio', { name: /^Send exactly 0[.]41/ }).check();
  await expect(page).toHaveURL(/amount=0[.]41/);
  // In both, the amount is all that leaves the wallet.
  expect(builds.filter((build) => !build.value_include_gas_fee)).toEqual([]);
});

test('an amount with eight decimals shows all of them, from the quote to the copied evidence', async ({
  page,
  context,
  stack,
  wallet,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openForm(page, wallet, { ...NORTH_TO_SOUTH, token: 'WBTC' });
  await amountField(page).fill('0.10000001');
  await page.getByRole('button', { name: 'Review transfer' }).click();
  const review = page.getByRole('dialog');
  const approval = await review.getByText(/^Approve exactly/).innerText();
  await review.getByRole('button', { name: 'Confirm in wallet' }).click();
  await expectDelivered(page);

  const sent = formatUnits(depositedAmount(wallet.transactions.at(-1)?.data ?? '0x'), 8);
  const { decimals } = stack.token('Southshore', 'WBTC');
  const arrived = formatUnits(await stack.balanceOf('Southshore', 'WBTC', wallet.address), decimals);
  expect(sent).toMatch(/^0[.]1\d{7}$/);
  expect(approval).toContain(`Approve exactly ${sent} WBTC for`);
  await expect(page.getByText(`${sent} WBTC`)).toBeVisible();
  await expect(page.getByText(`${arrived} WBTC`)).toBeVisible();
  await expect(page).toHaveTitle(`Delivered · ${arrived} WBTC to Southshore · Causeway`);

  await page.locator('main a[href^="/receipts/"]').first().click();
  const evidence = page.getByRole('region', { name: 'Evidence' });
  for (const [label, amount] of [
    ['Deposited', sent],
    ['Received', arrived],
  ] as const) {
    await evidence.getByRole('button', { name: `Copy: ${label}`, exact: true }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${amount} WBTC`);
  }
  await expect(page.getByRole('region', { name: 'Tell the customer' })).toContainText(`${arrived} WBTC went to`);
  await page.getByRole('link', { name: 'Activity' }).first().click();
  await expect(page.getByRole('main').locator('a[href^="/transfers/"]')).toContainText(`${arrived} WBTC`);
});

const PAIRS_REFRESH_MS = 61_000;

const reviewButton = (page: Page) => page.getByRole('button', { name: 'Review transfer' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Review transfer' });
/** The sent amount in the review. */
const leaving = (page: Page) => dialog(page).getByText('Leaves Northshore').locator('xpath=following-sibling::strong');

type Price = { readonly currency: string; readonly value: string; readonly at: string };

/** Answers each list of pairs with a different price of the sent token. */
async function changePrices(page: Page, value: () => string): Promise<void> {
  await page.route(/\/pairs\?/, async (route) => {
    const response = await route.fetch();
    const { data, status } = await response.json();
    const pair_infos = data.pair_infos.map((pair: { readonly from_token_price?: Price }) => ({
      ...pair,
      from_token_price: pair.from_token_price && { ...pair.from_token_price, value: value() },
    }));
    await route.fulfill({ response, json: { data: { ...data, pair_infos }, status } });
  });
}

test('a currency value is shown, built and reviewed as one amount when the price moves', {
  tag: ['@phone', '@look'],
}, async ({ page, wallet, look }) => {
  let price = '1';
  await changePrices(page, () => price);
  await page.clock.install();
  await openForm(page, wallet, USDC);
  await page.getByRole('button', { name: 'Enter USD' }).click();
  await page.getByLabel('Amount to send in USD').fill('100');
  await expect(meaning(page)).toHaveText('100 USDC');
  await reviewButton(page).click();
  await expect(leaving(page)).toHaveText(/^100[.]?\d* USDC$/);

  price = '4';
  await page.clock.fastForward(PAIRS_REFRESH_MS);
  await expect(page.getByText('The price has changed')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByText('25 USDC at the new price')).toBeVisible();
  await expect(reviewButton(page)).toBeEnabled();
  await look('value at a new price');
  // The closed review stays closed, whatever the price or the person does.
  price = '1';
  await page.clock.fastForward(PAIRS_REFRESH_MS);
  await expect(meaning(page)).toHaveText(/^100 USDC( at the new price)?$/);
  await expect(page.getByText('The price has changed')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  price = '4';
  await page.clock.fastForward(PAIRS_REFRESH_MS);
  await expect(page.getByText('25 USDC at the new price')).toBeVisible();
  await page.getByRole('button', { name: 'Enter USDC' }).click();
  await expect(amountField(page)).toHaveValue('25');
  await expect(page.getByText('The price has changed')).toBeHidden();
  await expect(dialog(page)).toHaveCount(0);
  await reviewButton(page).click();
  await expect(leaving(page)).toHaveText(/^25[.]?\d* USDC$/);
  await page.getByRole('button', { name: 'Confirm in wallet' }).click();
  await expect.poll(() => wallet.transactions.length, { message: 'the approval and the deposit' }).toBe(2);
  const sent = depositedAmount(wallet.transactions[1]?.data ?? '0x');
  expect(sent >= 25_000_000n && sent < 26_000_000n, `${sent}`).toBe(true);
});
