import type { Page } from '@playwright/test';
import { devices } from '@playwright/test';
import { amountField, connect, openForm, USDC, visitForm } from './support/bridgePage.ts';
import { expect, test } from './support/look.ts';

test.use({ looksOnPhone: true });

const OPENER = 'Token: USDC';
const RECIPIENT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const ZERO = '0x0000000000000000000000000000000000000000';

/** Runs in the page. With reduced motion, every change shows at once. */
function countMotions(): number {
  const durations = document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().duration));
  return durations.filter((milliseconds) => milliseconds > 1).length;
}

/** Changes the first letter's case, so that the checksum is wrong. */
function changeCase(address: string): string {
  const change = (letter: string) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase());
  return address.replace(/(?<=^0x.*)[a-f]/i, change);
}

test('the form explains an invalid amount next to the field, keeps it across pages, and asks the service only about valid ones', {
  tag: ['@core', '@look'],
}, async ({ page, look }) => {
  const builds: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/get_build_tx')) builds.push(request.postData() ?? '');
  });
  await visitForm(page, USDC);
  await test.step('an invalid amount', async () => {
    for (const [typed, words] of [
      ['1e3', /Use digits and one decimal mark/],
      ['1,234', /Which amount\?/],
      ['-1', /Use digits and one decimal mark/],
      ['1.0000001', /USDC has 6 decimals on this chain/],
      ['1,2,3', /Use digits and one decimal mark/],
      ['0', /Enter more than zero/],
    ] as const) {
      await amountField(page).fill(typed);
      await expect(amountField(page), typed).toHaveAccessibleDescription(words);
      await expect(amountField(page), typed).toHaveAttribute('aria-invalid', 'true');
      await expect(page.getByRole('button', { name: 'Correct the amount' }), typed).toBeDisabled();
    }
    // Two cells of a table are not one number.
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await amountField(page).fill('');
    await page.evaluate(() => navigator.clipboard.writeText('100\t25\n200'));
    await amountField(page).press('ControlOrMeta+v');
    await expect(amountField(page)).toHaveValue('100 | 25 | 200');
    await expect(amountField(page)).toHaveAttribute('aria-invalid', 'true');
    await amountField(page).fill('1e3');
    await expect(amountField(page)).toHaveAccessibleDescription(/Use digits/);
    await look('invalid amount');
    await amountField(page).fill('12');
    // The service was only asked about the valid amount.
    await expect.poll(() => builds.length).toBeGreaterThan(0);
    expect(builds.filter((build) => !build.includes('"ui_value":"12"'))).toEqual([]);
    await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible();
    await look('quote without a wallet');
    await expect(page.getByText(/^Costs [$][0-9.]+ plus gas/)).toBeVisible();
    const fees = ['You pay', 'Bridge fee', 'Network fee on Southshore', 'Gas on Northshore', 'Limits'];
    await expect(page.locator('main dl').first().getByRole('term')).toHaveCount(0);
    await page.getByText('Fees and limits').click();
    await expect(page.locator('main dl').first().getByRole('term')).toHaveText(fees);
    await expect.poll(() => page.evaluate(countMotions)).toBe(0);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await expect.poll(() => page.evaluate(countMotions)).toBeGreaterThan(0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
  });

  await test.step('the form asks about an ambiguous amount, and the link gets the chosen one', async () => {
    await amountField(page).fill('1.234,56');
    await expect(page).toHaveURL(/amount=1234\.56/);
    await amountField(page).fill('2,345');
    const question = page.getByRole('group', { name: 'Which amount?' });
    await expect(page).not.toHaveURL(/amount=/);
    await look('ambiguous amount');
    await question.getByRole('button', { name: 'between 2 and 3' }).click();
    await expect(amountField(page)).toHaveValue('2.345');
    await expect(page).toHaveURL(/amount=2\.345/);
    await expect(question).toBeHidden();
    await expect(page.getByLabel('You receive')).toHaveValue(/^[12][.]/);
  });

  await test.step('the form survives a visit to another page, and a change of the token', async () => {
    await amountField(page).fill('1,234');
    await page.getByRole('link', { name: 'Activity' }).first().click();
    await page.getByRole('link', { name: 'Bridge', exact: true }).first().click();
    await expect(amountField(page)).toHaveValue('1,234');
    await page.getByRole('button', { name: OPENER }).click();
    await page.getByRole('option', { name: /^WBTC Northshore/ }).click();
    await expect(amountField(page)).toHaveValue('1,234');
  });

  await test.step('an amount typed just before leaving the page is there after Back', async () => {
    await amountField(page).fill('');
    await expect(page).not.toHaveURL(/amount=/);
    // The address bar follows the first change at once, and the next one with a delay.
    await amountField(page).pressSequentially('125');
    await page.getByRole('link', { name: 'Activity' }).first().click();
    await page.goBack();
    await expect(amountField(page)).toHaveValue('125');
    await expect(page).toHaveURL(/amount=125/);
  });

  await test.step('a long amount is fully visible at 320 px', async () => {
    await page.setViewportSize({ width: 320, height: 700 });
    await amountField(page).fill('1234567890.123456');
    const measure = () =>
      amountField(page).evaluate((field) => ({
        isWhole: field.scrollWidth <= field.clientWidth,
        isLegible: Number.parseFloat(getComputedStyle(field).fontSize) > 15.9,
      }));
    // The text shrinks once the app has read it.
    await expect.poll(measure).toEqual({ isWhole: true, isLegible: true });
  });
});

test('the pickers change the route, dialogs return the focus, and the form survives a reload', {
  tag: '@look',
}, async ({ page, look }) => {
  await visitForm(page, USDC);
  await test.step('a dialog returns the focus to its opener, however it closes', async () => {
    const dialog = page.getByRole('dialog');
    for (const [way, close] of Object.entries({
      Escape: () => page.keyboard.press('Escape'),
      'its button': () => dialog.getByRole('button', { name: 'Close' }).click(),
      'its backdrop': () => page.mouse.click(5, 5),
    })) {
      await page.getByRole('button', { name: OPENER }).click();
      await expect(dialog, way).toBeVisible();
      await close();
      await expect(dialog, way).toBeHidden();
      await expect(page.getByRole('button', { name: OPENER }), way).toBeFocused();
    }
  });

  await test.step('the pickers change the token, the chains and the direction', async () => {
    await page.getByRole('button', { name: OPENER }).click();
    await expect(page.getByRole('option', { name: /^ETH Northshore/ })).toBeVisible();
    await look('tokens');
    await page.getByRole('option', { name: /^ETH Northshore/ }).click();
    await expect(page.getByRole('button', { name: 'Token: ETH' })).toBeVisible();
    await page.getByRole('button', { name: 'Origin chain: Northshore' }).click();
    await expect(page.getByRole('option', { name: /^Southshore/ })).toBeVisible();
    await look('chains');
    await page.getByRole('option', { name: /^Southshore/ }).click();
    await expect(page.getByRole('button', { name: 'Destination chain: Northshore' })).toBeVisible();
    await page.getByRole('button', { name: 'Swap direction' }).click();
    await expect(page.getByRole('button', { name: 'Origin chain: Northshore' })).toBeVisible();
  });

  await test.step('the route and the amount survive a reload', async () => {
    await page.getByRole('button', { name: 'Swap direction' }).click();
    await page.getByRole('button', { name: 'Token: ETH' }).click();
    await page.getByRole('option', { name: /^WBTC Southshore/ }).click();
    await amountField(page).fill('0.25');
    await expect(page.getByLabel('You receive')).toHaveValue(/^0[.]24/);
    await page.reload();
    await expect(amountField(page)).toHaveValue('0.25');
    await expect(page.getByRole('button', { name: 'Origin chain: Southshore' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Token: WBTC' })).toBeVisible();
  });
});

for (const [where, device] of [
  ['a phone', devices['Pixel 7']],
  ['a desktop', {}],
] as const) {
  test(`on ${where}, Back closes a dialog, and the next Back leaves the page`, async ({ browser, stack }) => {
    const context = await browser.newContext({ ...device, baseURL: stack.webUrl });
    await backClosesDialog(await context.newPage());
    await context.close();
  });
}

async function backClosesDialog(page: Page): Promise<void> {
  await page.goto('/activity');
  await page.getByRole('link', { name: 'Bridge', exact: true }).last().click();
  await page.getByRole('button', { name: /^Token:/ }).click();
  await page.getByRole('option', { name: /^USDC Northshore/ }).click();
  await amountField(page).fill('100');
  await page.getByRole('button', { name: OPENER }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/token=USDC.*amount=100/);
  await page.goBack();
  await expect(page).toHaveURL(/\/activity$/);
}

test('Enter in the amount field opens the review once there is a quote for that amount', async ({ page, wallet }) => {
  await openForm(page, wallet, USDC);
  const review = page.getByRole('dialog', { name: 'Review transfer' });
  await amountField(page).press('Enter');
  await amountField(page).fill('100');
  await expect(page.getByRole('button', { name: 'Review transfer' })).toBeEnabled();
  await amountField(page).fill('90000');
  await amountField(page).press('Enter');
  await expect(page.getByRole('button', { name: 'Change the amount or route' })).toBeVisible();
  await expect(review).toBeHidden();

  await amountField(page).fill('250');
  await expect(page.getByRole('button', { name: 'Review transfer' })).toBeEnabled();
  await amountField(page).press('Enter');
  await expect(review).toContainText('250 USDC');
  await page.goBack();
  await expect(review).toBeHidden();
  await expect(amountField(page)).toBeFocused();
});

test('the main button stays in place while a person types, in any window', async ({ page, wallet }) => {
  await openForm(page, wallet, USDC);
  await expect(page.getByRole('button', { name: 'Max' })).toBeVisible();
  for (const [width, height] of [
    [1440, 900],
    [768, 1024],
    [390, 844],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    const places: Record<string, number> = {};
    for (const [text, name] of [
      ['', 'Enter an amount'],
      ['0', 'Correct the amount'],
      ['0.5', 'Change the amount or route'],
      ['500', 'Review transfer'],
      ['1,234', 'Correct the amount'],
      ['1234.567891', 'Review transfer'],
      ['90000', 'Change the amount or route'],
    ] as const) {
      await amountField(page).fill(text);
      const button = page.getByRole('button', { name, exact: true });
      await expect(button).toBeVisible();
      if (text === '1,234') await expect(page.getByRole('group', { name: 'Which amount?' })).toBeVisible();
      places[text] = Math.round((await button.boundingBox())?.y ?? -1);
    }
    const [first] = Object.values(places);
    expect(first).toBeGreaterThan(0);
    expect(places, `${width} px`).toEqual(Object.fromEntries(Object.keys(places).map((text) => [text, first])));
  }
});

const OUT_OF_RANGE = /^Enter between 1[.\d]* and 10000[.\d]* USDC\.$/;
const FIFTY = { Northshore: { ETH: '1', USDC: '50' } };

test('a connected form explains an invalid recipient, and an amount out of range or above the balance', {
  tag: ['@core', '@look'],
}, async ({ page, stack, wallet, look }) => {
  await wallet.install(page);
  await visitForm(page, USDC);
  const lowest = async () => {
    await amountField(page).fill('0.5');
    await expect(amountField(page)).toHaveAccessibleDescription(OUT_OF_RANGE);
    await expect(page.getByRole('button', { name: 'Change the amount or route' })).toBeDisabled();
  };
  await test.step('an amount out of range before the wallet is connected', lowest);
  await look('amount out of range');
  await connect(page);
  await test.step('an amount out of range with a wallet', async () => {
    await lowest();
    await amountField(page).fill('12000');
    await expect(amountField(page)).toHaveAccessibleDescription(OUT_OF_RANGE);
    await expect(page.getByRole('button', { name: 'Change the amount or route' })).toBeDisabled();
  });

  await test.step('an invalid recipient is explained next to the field', async () => {
    await amountField(page).fill('250.5');
    await page.getByRole('button', { name: 'Change recipient' }).click();
    await expect(page.getByText('Empty: the tokens go to your account.')).toBeVisible();
    await look('empty recipient');
    const field = page.getByLabel('Recipient address');
    for (const [typed, words] of [
      ['0x1234', 'This is not a valid address'],
      [changeCase(wallet.address), 'This is not a valid address'],
      [ZERO, 'This is the zero address'],
      [stack.chain('Northshore').deployment.depositContract, 'belongs to the bridge'],
      [stack.token('Southshore', 'USDC').address, 'a token contract'],
    ] as const) {
      await field.fill(typed);
      await expect(page.getByRole('alert')).toContainText(words);
      await expect(page.getByRole('button', { name: 'Correct the recipient' })).toBeDisabled();
    }
    await look('invalid recipient');
    await field.fill(RECIPIENT);
    await expect(page.getByRole('button', { name: 'Review transfer' })).toBeVisible();
    await look('another recipient');
    await page.getByRole('button', { name: 'Use my account' }).click();
    await expect(page.getByRole('button', { name: 'Review transfer' })).toBeEnabled();
    await amountField(page).focus();
    await look('ready');
  });

  await test.step('an amount above the balance is refused before the review', async () => {
    await wallet.selectAccount(await stack.createAccount(FIFTY));
    await expect(page.getByText(/more on Northshore/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Lower the amount' })).toBeDisabled();
  });
  expect(wallet.signRequests()).toEqual([]);
});

test('the desk explains an invalid or unknown hash', { tag: '@look' }, async ({ page, look }) => {
  await page.goto('/receipts');
  const field = page.getByLabel('Hashes, links, addresses or a whole message');
  const lookUp = page.getByRole('button', { name: 'Look up' });
  const verdict = page.getByRole('heading', { name: 'Not found on any of the 2 chains' });
  await expect(page.getByText('Verify a proof file')).toBeVisible();
  await look('receipt search');
  await lookUp.click();
  await expect(page.getByRole('alert')).toContainText('Paste a transaction hash');
  await field.fill(`0x${'12'.repeat(32)}`);
  await lookUp.click();
  await expect(verdict).toBeVisible();
  await look('receipt not found');
  // A new search clears the last verdict, even if it finds no hash.
  await field.fill('0x12');
  await field.press('Enter');
  await expect(page.getByRole('alert')).toContainText('A hash has 64 hex characters after 0x');
  await expect(page.getByText('1 item looks like a broken hash or address')).toBeVisible();
  await expect(verdict).toHaveCount(0);
  await look('invalid hash');
  await field.fill(`0x${'34'.repeat(32)}`);
  await lookUp.click();
  await expect(verdict).toBeVisible();
});
