import type { Page } from '@playwright/test';
import { openForm, USDC, visitForm } from './support/bridgePage.ts';
import { expect, test } from './support/look.ts';
import type { TestStack } from './support/testStack.ts';

test.use({ looksOnPhone: true });

type Pair = { readonly from_chain_name: string; readonly token_name: string };

/** Serves `/config.json` with these settings in addition to those of the stack. */
async function configure(page: Page, base: Record<string, unknown>, settings: object): Promise<void> {
  await page.route('**/config.json', (route) => route.fulfill({ json: { ...base, ...settings } }));
}

/** Changes fields of the service's pairs. */
async function changePairs(page: Page, change: (pair: Pair) => object): Promise<void> {
  await page.route(/\/pairs\?/, async (route) => {
    const response = await route.fetch();
    const { data, status } = await response.json();
    const pair_infos = data.pair_infos.map((pair: Pair) => ({ ...pair, ...change(pair) }));
    await route.fulfill({ response, json: { data: { ...data, pair_infos }, status } });
  });
}

const dialog = (page: Page) => page.getByRole('dialog');
const searchField = (page: Page) => dialog(page).getByRole('combobox');
const option = (page: Page, name: RegExp) => dialog(page).getByRole('option', { name });
const openTokens = (page: Page) => page.getByRole('button', { name: /^Token:/ }).click();

/** The option that the keyboard has reached. The focus stays in the search field. */
async function activeOption(page: Page) {
  return page.locator(`[id="${await searchField(page).getAttribute('aria-activedescendant')}"]`);
}

test.describe('the token picker', () => {
  test.use({
    funds: { Northshore: { ETH: '2', USDC: '20000', WBTC: '1' }, Southshore: { ETH: '5' } },
  });

  test('shows featured routes, then balances on every chain by value, and finds tokens', async ({
    page,
    stack,
    wallet,
  }) => {
    const featured = [{ from: 'Southshore', to: 'Northshore', token: 'WBTC' }];
    await configure(page, stack.readWebConfig(), { featured });
    await changePairs(page, ({ token_name }) => (token_name === 'WBTC' ? { from_token_price: null } : {}));
    await openForm(page, wallet, USDC);
    await openTokens(page);
    const held = dialog(page).getByRole('group', { name: 'Your tokens' }).getByRole('option');
    // A token without a price has no value, so it comes last.
    await expect(held).toContainText([/USDC.*\$20.000\.00$/, /ETH.*\$15.000\.00$/, /ETH.*\$6.000\.00$/, /WBTC.*1$/]);
    await expect(option(page, /^ETH Southshore .*\b5 /)).toBeVisible();
    await expect(option(page, /^ETH Northshore .*\b2 /)).toBeVisible();
    await expect(option(page, /^WBTC Northshore /)).not.toContainText('$');
    await expect(option(page, /^USDT Northshore .* 0$/)).toBeVisible();

    await dialog(page).getByRole('group', { name: 'Featured routes' }).getByRole('option').click();
    await expect(page.getByRole('button', { name: 'Token: WBTC' })).toBeFocused();
    await expect(page.getByRole('button', { name: 'Origin chain: Southshore' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Destination chain: Northshore' })).toBeVisible();

    await test.step('finds tokens by name, chain and address, and chooses one by keyboard', () => find(page, stack));
  });
});

/** Opens the token picker, and chooses USDC on Southshore with the keyboard. */
async function find(page: Page, stack: TestStack): Promise<void> {
  await openTokens(page);
  const options = dialog(page).getByRole('option');
  await expect(searchField(page)).toBeFocused();
  await expect(searchField(page)).toHaveAccessibleName('Token: Search by name, chain or address');
  await expect(dialog(page).locator('[aria-live]').first()).toHaveText('Token: Search by name, chain or address');
  for (const [typed, found] of [
    ['south usd', ['USDC', 'USDT']],
    ['31338 wbtc', ['WBTC']],
    [stack.token('Southshore', 'USDT').address, ['USDT']],
  ] as const) {
    await searchField(page).fill(typed);
    await expect(options).toContainText(found.map((name) => new RegExp(`${name}.*Southshore`)));
  }
  await searchField(page).fill('doge');
  await expect(dialog(page).getByText('No matches for “doge”.')).toBeVisible();
  await expect(options).toHaveCount(0);

  await searchField(page).fill('usdc');
  await expect(dialog(page).locator('[aria-live]').filter({ hasText: '2 matches' })).toBeAttached();
  await expect(await activeOption(page)).toContainText('Northshore');
  await page.keyboard.press('ArrowDown');
  await expect(await activeOption(page)).toContainText('Southshore');
  // The list wraps around.
  await page.keyboard.press('ArrowDown');
  await expect(await activeOption(page)).toContainText('Northshore');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Token: USDC' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Origin chain: Southshore' })).toBeVisible();
}

test('disabled choices give a reason, and the browser remembers whether to show testnets', { tag: '@look' }, async ({
  page,
  stack,
  look,
}) => {
  const config = stack.readWebConfig();
  const [north, south] = config.chains as object[];
  const west = { ...north, name: 'Westshore', id: 31_339 };
  await configure(page, config, { chains: [north, { ...south, testnet: true }, west] });
  await changePairs(page, ({ from_chain_name, token_name }) => {
    if (from_chain_name !== 'Northshore') return {};
    if (token_name === 'ETH') return { available: false };
    return token_name === 'USDT' ? { to_token_decimals: 9 } : {};
  });
  await visitForm(page, USDC);

  await openTokens(page);
  await expect(option(page, /^ETH Northshore/)).toBeDisabled();
  await expect(option(page, /^ETH Northshore/)).toContainText('The bridge is out of funds there. Try again later.');
  await expect(option(page, /^USDT Northshore/)).toContainText('Unavailable: this app can’t verify the token');
  await expect(option(page, /Southshore/)).toHaveCount(0);
  await look('disabled tokens');
  await searchField(page).fill('eth');
  await searchField(page).press('Enter');
  await expect(option(page, /^ETH Testnet Southshore/)).toContainText(
    'A testnet. Turn on “Show testnets” to choose it.',
  );
  await expect(option(page, /^ETH Testnet Southshore/)).toBeDisabled();
  await dialog(page).getByRole('switch', { name: 'Show testnets' }).check();
  await expect(option(page, /^ETH Testnet Southshore/)).toBeEnabled();

  await page.reload();
  await openTokens(page);
  await expect(dialog(page).getByRole('switch', { name: 'Show testnets' })).toBeChecked();
  await expect(option(page, /^USDC Testnet Southshore/)).toBeEnabled();
  await dialog(page).getByRole('button', { name: 'Close' }).click();

  const expectDisabled = async (side: 'Origin' | 'Destination', reason: string) => {
    await page.getByRole('button', { name: `${side} chain:` }).click();
    await searchField(page).fill('31339');
    await expect(dialog(page).getByRole('option')).toHaveCount(1);
    await expect(option(page, /^Westshore/)).toBeDisabled();
    await expect(option(page, /^Westshore/)).toContainText(reason);
    await searchField(page).fill('');
  };
  await expectDisabled('Origin', 'No route starts here');
  await look('disabled origin chains');
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expectDisabled('Destination', 'No route from Northshore');
  await look('disabled destination chains');
  await dialog(page).getByRole('button', { name: 'Close' }).click();
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true });

  test('the tokens are rendered before the first tap', async ({ page }) => {
    await visitForm(page, USDC);
    const list = page.getByRole('listbox', { name: 'Token', exact: true, includeHidden: true });
    await expect(list).toBeAttached();
    await expect(list).toBeHidden();
    await page.getByRole('button', { name: /^Token:/ }).tap();
    await expect(list).toBeVisible();
  });
});
