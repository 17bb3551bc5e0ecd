import type { Locator, Page } from '@playwright/test';
import { announcementsOf, expectCalm, recordAnnouncements } from './support/announcements.ts';
import { amountField, openForm, USDC, visitForm } from './support/bridgePage.ts';
import { expect, test } from './support/test.ts';
import { expectDelivered } from './support/transferOutcome.ts';

// Saving data, the transfer's page would load after the first step that a screen reader says.
test.use({ savesData: false });

const MAX_STOPS = 40;

/** Presses Tab until the focus reaches the target, and requires every stop on the way to show its focus. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeEnabled();
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    await page.keyboard.press(key);
    expect(await page.evaluate(showsFocus)).toBe('shows its focus');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${target} was not reached in ${MAX_STOPS} stops`);
}

/** Runs in the page. Focus shows as an outline, or on the box around a field. */
function showsFocus(): string {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return 'shows its focus';
  const isMarked = (element: Element) => {
    const { outlineStyle, boxShadow } = getComputedStyle(element);
    return outlineStyle !== 'none' || boxShadow !== 'none';
  };
  const around = [focused, focused.parentElement, focused.parentElement?.parentElement, focused.closest('label')];
  const isShown = around.some((element) => element && isMarked(element)) || focused.closest('[class*=panel_]') !== null;
  return isShown ? 'shows its focus' : `hides its focus: ${focused.outerHTML.slice(0, 200)}`;
}

test('a transfer can be made with the keyboard alone, from the first page to the delivery', { tag: '@core' }, async ({
  page,
  wallet,
}) => {
  await wallet.install(page);
  await recordAnnouncements(page);
  await visitForm(page, USDC);
  const dialog = page.getByRole('dialog');
  await expect(page).toHaveTitle('Bridge tokens · Causeway');

  // The first stop skips the header.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  // A dialog traps the focus, closes with Escape and returns the focus.
  const token = page.getByRole('button', { name: /^Token:/ });
  await tabTo(page, page.getByLabel('Amount to send'));
  await page.keyboard.type('1100');
  await tabTo(page, token);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  for (let stops = 0; stops < 12; stops += 1) {
    await page.keyboard.press('Tab');
    const isInside = () => document.activeElement === document.body || !!document.activeElement?.closest('dialog');
    expect(await page.evaluate(isInside)).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(token).toBeFocused();

  const arrives = 'Recipient gets 1098.54036 USDC';
  await expect.poll(() => announcementsOf(page)).toContain(arrives);
  await tabTo(page, page.getByRole('button', { name: 'Connect wallet' }));
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('button', { name: 'Test Wallet' }));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();

  // The button that opened the dialog is now the review button.
  const review = page.getByRole('button', { name: 'Review transfer' });
  await expect(review).toBeFocused();
  // The quote for this wallet gives the same amount, so nothing is announced. A text is said a second after it changed.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_500)));
  expect(await announcementsOf(page)).toEqual([arrives]);
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('button', { name: 'Confirm in wallet' }));
  await page.keyboard.press('Enter');

  // Navigation moves the focus to the heading, so that the keyboard continues in the new page.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expectDelivered(page);

  // A screen reader says each step once and in short, the outcome in full, and never the elapsed time.
  await expect.poll(async () => (await announcementsOf(page)).at(-1)).toContain('There’s nothing left to do.');
  const said = await announcementsOf(page);
  expectCalm(said);
  expect(said.at(-1)).toMatch(/^Delivered\. Verified on Southshore/);
  const progress = said.slice(said.indexOf('All 8 checks passed') + 1, -1);
  expect(progress.length).toBeGreaterThan(0);
  expect(
    progress.filter((text) => !/^Step [1-4] of 4: [^.]+\.(?: Open your wallet and confirm or reject\.)?$/.test(text)),
  ).toEqual([]);
  await tabTo(page, page.getByRole('link', { name: 'Activity' }).first(), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeFocused();
  await expect(page).toHaveTitle('Activity · Causeway');
});

/** Runs in the page: types a text key by key, as fast as the browser paints. */
async function typeInOneGo(field: SVGElement | HTMLElement, text: string): Promise<void> {
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  for (let length = 1; length <= text.length; length += 1) {
    write?.call(field, text.slice(0, length));
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise(requestAnimationFrame);
  }
}

test('what an amount leads to is announced when typing pauses', { tag: '@core' }, async ({ page, wallet }) => {
  await recordAnnouncements(page);
  await openForm(page, wallet, USDC);
  const expectSaid = (text: string | RegExp) =>
    expect.poll(async () => (await announcementsOf(page)).at(-1)).toMatch(text);
  await amountField(page).evaluate(typeInOneGo, '0.5');
  await expectSaid(/^Enter between 1[.\d]* and 10000[.\d]* USDC\.$/);
  await amountField(page).evaluate(typeInOneGo, '1250.86');
  await expectSaid(/^Recipient gets 12[34]\d\.\d+ USDC$/);
  await amountField(page).evaluate(typeInOneGo, '12000');
  await expectSaid(/^Enter between/);
  await amountField(page).evaluate(typeInOneGo, '1,234');
  await expectSaid('Which amount?');
  const said = await announcementsOf(page);
  expect(said.filter((text) => text.startsWith('Enter more than zero'))).toEqual([]);
  expect(said.length).toBe(4);

  await page.route('**/get_build_tx', (route) => route.abort());
  await amountField(page).evaluate(typeInOneGo, '300');
  await expectSaid(/^No quote available\. Nothing was sent/);
});

test('an amount stays one number in a text and in a copy', async ({ page, wallet }) => {
  await openForm(page, wallet, USDC);
  await amountField(page).fill('1250.86');
  await page.getByRole('button', { name: 'Review transfer' }).click();
  const leaves = page.getByRole('dialog').getByText('1250.86 USDC').first();
  await leaves.selectText();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('1250.86 USDC');
  // The groups show all the same.
  const gap = await leaves
    .locator('span')
    .first()
    .evaluate((group) => getComputedStyle(group).marginLeft);
  expect(Number.parseFloat(gap)).toBeGreaterThan(1);
});
