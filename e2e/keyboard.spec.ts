import type { Locator, Page } from '@playwright/test';
import { announcementsOf, recordAnnouncements } from './support/announcements.ts';
import { USDC, visitForm } from './support/bridgePage.ts';
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
  const isShown = around.some((element) => element && isMarked(element)) || focused.closest('[class*=panel]') !== null;
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
  await page.keyboard.type('100');
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

  await tabTo(page, page.getByRole('button', { name: 'Connect wallet' }));
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('button', { name: 'Test Wallet' }));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();

  // The button that opened the dialog is now the review button.
  const review = page.getByRole('button', { name: 'Review transfer' });
  await expect(review).toBeFocused();
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('button', { name: 'Confirm in wallet' }));
  await page.keyboard.press('Enter');

  // Navigation moves the focus to the heading, so that the keyboard continues in the new page.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expectDelivered(page);

  // A screen reader says each new verdict once, with its step, and never the elapsed time.
  const said = await announcementsOf(page);
  expect(new Set(said).size).toBe(said.length);
  expect(said.filter((text) => text.includes('Step 2 of 4: Deposit on Northshore.'))).not.toEqual([]);
  expect(said.at(-1)).toMatch(/^Delivered.*There’s nothing left to do\.$/);
  expect(said.filter((text) => /Usually|since the deposit/.test(text))).toEqual([]);
  await tabTo(page, page.getByRole('link', { name: 'Activity' }).first(), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeFocused();
  await expect(page).toHaveTitle('Activity · Causeway');
});
