import type { Page } from '@playwright/test';
import { amountField, connect, openForm, USDC, visitForm } from './support/bridgePage.ts';
import { holdRequests } from './support/holdRequests.ts';
import { expect, test } from './support/test.ts';

const SLOWDOWN = 20;
const ROUNDS = 6;

const reviewButton = (page: Page) => page.getByRole('button', { name: 'Review transfer' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Review transfer' });
const sentAmount = (page: Page) =>
  dialog(page).getByText('Leaves Northshore').locator('xpath=following-sibling::strong');

/** Types into the amount field and clicks the review button before the browser handles anything else. */
function typeAndClick(page: Page, amountText: string) {
  return page.evaluate((typed) => {
    const [field, received] = document.querySelectorAll<HTMLInputElement>('input[inputmode=decimal]');
    const button = [...document.querySelectorAll('button')].find(({ innerText }) => innerText === 'Review transfer');
    if (!field || !received || !button) throw new Error('the form has no amount fields or no review button');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, typed);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    const stale = { received: received.ariaBusy, button: button.ariaDisabled };
    button.click();
    return { ...stale, shown: field.value };
  }, amountText);
}

test('the form never loses a keystroke that it has not processed yet, and never reviews the previous amount', async ({
  page,
  wallet,
}) => {
  await openForm(page, wallet, USDC);
  await test.step('a click before the form has processed the last keystroke', async () => {
    await amountField(page).fill('100');
    await expect(reviewButton(page)).toBeEnabled();

    const typed = await typeAndClick(page, '1000');
    await expect(page.getByLabel('You receive')).toHaveValue(/^99\d/);
    await expect(dialog(page)).toHaveCount(0);
    await expect(reviewButton(page)).toBeEnabled();
    // The keystroke marked the quote as outdated.
    expect(typed).toEqual({ received: 'true', button: 'true', shown: '1000' });

    // The text changed but the amount did not, so the quote matches the field.
    expect((await typeAndClick(page, '1000 ')).shown).toBe('1000 ');
    await expect(sentAmount(page)).toHaveText(/^1000\.\d+ USDC$|^1000 USDC$/);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    expect(wallet.signRequests()).toEqual([]);
  });

  await test.step('after a script fills both fields at once, the last one wins and the other shows its quote', async () => {
    await amountField(page).fill('100');
    await expect(page.getByLabel('You receive')).toHaveValue(/^99/);
    await page.evaluate(() => {
      const fields = document.querySelectorAll<HTMLInputElement>('input[inputmode=decimal]');
      for (const [index, text] of ['300', '500'].entries()) {
        const field = fields[index];
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
        field?.dispatchEvent(new Event('input', { bubbles: true }));
      }
    });
    await expect(page.getByLabel('You receive')).toHaveValue('500');
    await expect(amountField(page)).toHaveValue(/^50\d/);
  });

  await test.step('going back right after a keystroke leaves the form and keeps the keystroke', async () => {
    await page.getByRole('link', { name: 'Activity' }).first().click();
    await expect(page).toHaveURL(/\/activity$/);
    await page.getByRole('link', { name: 'Bridge', exact: true }).first().click();
    await amountField(page).fill('100');
    await expect(page).toHaveURL(/amount=100/);
    await page.evaluate(() => {
      const field = document.querySelector<HTMLInputElement>('input[inputmode=decimal]');
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '1005');
      // The navigation starts before the browser paints the keystroke.
      window.requestAnimationFrame = () => 0;
      field?.dispatchEvent(new Event('input', { bubbles: true }));
      window.history.back();
    });
    await expect(page).toHaveURL(/\/activity$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
    await page.getByRole('link', { name: 'Bridge', exact: true }).first().click();
    await expect(amountField(page)).toHaveValue('1005');
  });
});

/** Types an amount in the moment in which the dialog leaves the page, before the form can react to the new account. */
function typeOnceDialogCloses(page: Page, amountText: string) {
  return page.evaluate((typed) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('dialog')) return;
      observer.disconnect();
      const field = document.querySelector<HTMLInputElement>('input[inputmode=decimal]');
      field?.focus();
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, typed);
      field?.dispatchEvent(new Event('input', { bubbles: true }));
    });
    new MutationObserver((_changes, waiting) => {
      if (!document.querySelector('dialog')) return;
      waiting.disconnect();
      observer.observe(document.body, { childList: true, subtree: true });
    }).observe(document.body, { childList: true, subtree: true });
  }, amountText);
}

test('an amount typed before or while a wallet connects stays, whatever arrives later', async ({ page, wallet }) => {
  await wallet.install(page);
  await visitForm(page, USDC);
  await amountField(page).fill('100');
  await connect(page);
  await expect(amountField(page)).toHaveValue('100');
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Disconnect' }).click();

  const release = await holdRequests(page, /\/get_build_tx$/);
  await typeOnceDialogCloses(page, '1000');
  await connect(page);
  await expect(amountField(page)).toHaveValue('1000');
  await expect(amountField(page)).toBeFocused();
  release();
  await expect(reviewButton(page)).toBeEnabled();
  await expect(amountField(page)).toHaveValue('1000');
  await expect(page).toHaveURL(/amount=1000/);
});

test('on a slow CPU, a click right after a keystroke never opens a review of the previous amount', async ({
  page,
  wallet,
}) => {
  await openForm(page, wallet, USDC);
  await amountField(page).fill('100');
  await expect(reviewButton(page)).toBeEnabled();
  const box = await reviewButton(page).boundingBox();
  if (!box) throw new Error('the button has no position');
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  for (let round = 0; round < ROUNDS; round++) {
    await amountField(page).focus();
    await page.keyboard.press('End');
    // The amount alternates between 1001 and 100. From the third round on, the app has a quote for both.
    const key = page.keyboard.press(round % 2 === 0 ? '1' : 'Backspace');
    const press = page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await Promise.all([key, press]);
    await expect(amountField(page)).toHaveValue(round % 2 === 0 ? '1001' : '100');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(reviewButton(page)).toBeEnabled();
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await reviewButton(page).click();
  await expect(sentAmount(page)).toContainText(/^100/);
  expect(wallet.signRequests()).toEqual([]);
});
