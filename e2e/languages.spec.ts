import type { Page } from '@playwright/test';
import type { Language } from '../shared/languages.ts';
import { LANGUAGES } from '../shared/languages.ts';
import { readTexts } from '../tools/vite/texts.ts';
import { goInside } from './support/goInside.ts';
import { expect, test } from './support/test.ts';

test.use({ savesData: false });

const { form: arabic, app: arabicLater } = await readTexts('ar');
const languages = Object.keys(LANGUAGES) as Language[];

const HASH = `0x${'ab'.repeat(32)}`;

async function expectLanguage(page: Page, language: Language): Promise<void> {
  const { tag, direction } = LANGUAGES[language];
  await expect(page.locator('html')).toHaveAttribute('lang', tag);
  await expect(page.locator('html')).toHaveAttribute('dir', direction);
}

/** Requires that no placeholder lacks a value, and nothing is wider than the window. */
async function expectWhole(page: Page): Promise<void> {
  expect(await page.locator('body').innerText()).not.toMatch(/[{}]|undefined|\[object/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
}

test('every page shows in every language', async ({ page, problems }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/?token=USDC');
  let label = 'Language';
  for (const language of languages) {
    const { form, app } = await readTexts(language);
    await test.step(language, async () => {
      await page.getByLabel(label, { exact: true }).selectOption(language);
      label = form.language;
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(form.bridgeTitle);
      await expectLanguage(page, language);
      await page.getByLabel(form.amountToSend).fill('100');
      await expect(page.locator('main dl').first()).toContainText(app.youPay);
      await expectWhole(page);
      await page.getByLabel(form.amountToSend).fill('1e3');
      await expect(page.getByLabel(form.amountToSend)).toHaveAccessibleDescription(/./);
      await expectWhole(page);
      for (const path of ['/activity', `/receipts/${HASH}`, '/transfers/unknown', '/no-such-page', '/?token=USDC']) {
        const title = await page.title();
        await goInside(page, path);
        // The previous page has a different title.
        await expect(page).not.toHaveTitle(title);
        await expect(page.locator('main').locator('h1, p').first()).toBeVisible();
        await expectWhole(page);
      }
    });
  }
  expect(problems.list).toEqual([]);
});

test('the language changes without a reload and is remembered, and a right-to-left page keeps addresses and amounts in order', {
  tag: '@core',
}, async ({ page, problems }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await page.goto('/?token=USDC');
  await page.getByLabel('Amount to send').fill('12');
  // The page loads the texts of one language only.
  expect(scripts.filter((path) => /\/(?:zh|es|pt|tr|vi|ar)-/.test(path))).toEqual([]);

  await page.getByLabel('Language').selectOption('ar');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(arabic.bridgeTitle);
  await expectLanguage(page, 'ar');
  await expect(page.getByLabel(arabic.amountToSend)).toHaveValue('12');

  await page.goto('/?token=USDC&recipient=0x70997970C51812dc3A010C7d01b50e0d17dc79C8');
  await expectLanguage(page, 'ar');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(arabic.bridgeTitle);
  await test.step('right to left', () => expectOrder(page));
  await page.getByLabel(arabic.language).selectOption('en');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bridge tokens');
  await expectLanguage(page, 'en');
  expect(problems.list).toEqual([]);

  await test.step('a language that fails to load leaves the page unchanged', async () => {
    const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/tr-'));
    await page.route(/\/assets\/tr-/, (route) => route.abort());
    await page.getByLabel('Language').selectOption('tr');
    await refused;
    await expect(page.getByLabel('Language')).toHaveValue('en');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bridge tokens');
    await expectLanguage(page, 'en');
  });
});

/** A page in Arabic starts on the right, but amounts and addresses run from left to right. */
async function expectOrder(page: Page): Promise<void> {
  const token = page.getByRole('button', { name: new RegExp(`${arabic.token}.*USDC`) });
  // The form with its routes replaces the field of the early page.
  await expect(token).toBeVisible();
  const amount = page.getByLabel(arabic.amountToSend);
  await amount.fill('1250.');
  const [field, button] = [await amount.boundingBox(), await token.boundingBox()];
  expect(field && button && field.x > button.x).toBe(true);
  expect(await amount.evaluate((one) => getComputedStyle(one).direction)).toBe('ltr');
  expect(await amount.evaluate((one) => getComputedStyle(one).textAlign)).toBe('end');
  const recipient = page.getByLabel(arabicLater.recipientAddress);
  expect(await recipient.evaluate((one) => getComputedStyle(one).direction)).toBe('ltr');
}
