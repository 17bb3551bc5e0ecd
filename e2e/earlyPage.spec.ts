import type { Page } from '@playwright/test';
import { amountField, USDC } from './support/bridgePage.ts';
import { holdRequests } from './support/holdRequests.ts';
import { expect, test } from './support/look.ts';

test.use({ savesData: false });

const { from, to, token } = USDC;
const FORM = `/?from=${from}&to=${to}&token=${token}`;
const PAIRS = /\/(get_all_pair_infos|pairs)\b/;
const APP = /\/assets\/index-.*\.js/;

/** The positions of the elements that a person looks at while the app replaces the early page. */
async function places(page: Page) {
  const parts = [page.getByRole('heading', { level: 1 }), amountField(page), page.getByLabel('You receive')];
  const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
  return boxes.map((box) => box && { x: Math.round(box.x), y: Math.round(box.y), height: Math.round(box.height) });
}

const tokenButton = (page: Page) => page.getByRole('button', { name: `Token: ${token}` });

test('a person who types before the app has loaded keeps the amount and the focus, and sees nothing move @phone', async ({
  page,
  problems,
}) => {
  const release = await holdRequests(page, APP);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (PAIRS.test(request.url()) || request.url().endsWith('/config.json')) asked.push(request.url());
  });
  await page.goto(FORM, { waitUntil: 'commit' });
  await amountField(page).pressSequentially('12');
  await expect(page.getByRole('heading', { level: 1, name: 'Bridge tokens' })).toBeVisible();
  await expect(tokenButton(page)).toHaveCount(0);
  const early = await places(page);
  await expect.poll(() => asked.length).toBe(2);

  release();
  await expect(tokenButton(page)).toBeVisible();
  // The app uses the answers that the page's head requested.
  expect(asked).toHaveLength(2);
  await expect(amountField(page)).toHaveValue('12');
  await expect(amountField(page)).toBeFocused();
  // Neither the app nor its font moves anything.
  await expect(page.locator('html')).toHaveAttribute('data-font');
  expect(await places(page)).toEqual(early);
  await page.keyboard.type('5');
  await expect(amountField(page)).toHaveValue('125');
  expect(problems.list).toEqual([]);
});

test("the early page uses the person's language, and the app reads the amount from a link itself", async ({
  browser,
  stack,
}) => {
  const page = await browser.newPage({ locale: 'ar', baseURL: stack.webUrl });
  const release = await holdRequests(page, APP);
  await page.goto(`${FORM}&amount=40`, { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  const amount = page.getByLabel('المبلغ المراد إرساله');
  await expect(amount).toHaveValue('40');
  release();
  await expect(page.locator('#early')).toHaveCount(0);
  await expect(amount).toHaveValue('40');
  await page.close();
});

test('an app whose code does not load says so instead of showing a dead form', async ({ page }) => {
  await page.route(APP, (route) => route.abort());
  await page.goto(FORM, { waitUntil: 'commit' });
  await expect(page.getByRole('alert')).toContainText('didn’t load');
  await page.unroute(APP);
  await page.getByRole('link', { name: 'Reload page' }).click();
  await expect(tokenButton(page)).toBeVisible();
});

test('without an answer from the bridge, the form stays readable and keeps what a person types', {
  tag: ['@phone', '@look'],
}, async ({ page, look }) => {
  const words = ['Bridge tokens', 'From', 'To', 'To your account'];
  const expectWords = async () => {
    for (const word of words) await expect(page.locator('main:visible').getByText(word, { exact: true })).toBeVisible();
    await expect(amountField(page).and(page.locator(':visible'))).toBeEnabled();
    await expect(page.getByLabel('You receive').and(page.locator(':visible'))).toBeDisabled();
  };
  // The app would replace a slow person's form.
  const type = async (amount: string): Promise<void> => {
    const release = await holdRequests(page, APP);
    await page.goto(FORM, { waitUntil: 'commit' });
    await expectWords();
    await amountField(page).pressSequentially(amount);
    release();
    await page.unroute(APP);
  };
  const answers: (() => void)[] = [];
  await page.route(PAIRS, (route) => new Promise<void>((done) => answers.push(() => done(route.continue()))));
  await type('7');
  await expect(page.locator('#early')).toHaveCount(0);
  expect(await page.locator('[role="status"]:empty').count()).toBe(0);
  await expect(
    page.getByRole('button', { name: /^Loading chains and tokens$|^The bridge is slow to answer/ }),
  ).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Causeway' })).toBeVisible();
  await expectWords();
  await expect(amountField(page)).toHaveValue('7');
  await expect(amountField(page)).toBeFocused();
  await page.keyboard.type('5');
  await expect(page.getByRole('button', { name: 'The bridge is slow to answer' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('The bridge is slow to answer');
  await look('slow service');
  const waiting = await places(page);
  // The service answers after all: the form with its routes appears in the same position.
  for (const answer of answers) answer();
  await page.unroute(PAIRS);
  await expect(tokenButton(page)).toBeVisible();
  await expect(amountField(page)).toHaveValue('75');
  await expect(amountField(page)).toBeFocused();
  expect(await places(page)).toEqual(waiting);
  await page.keyboard.type('3');
  await expect(amountField(page)).toHaveValue('753');

  await page.route(PAIRS, (route) => route.abort());
  await type('8');
  await expect(page.getByText('The bridge isn’t responding').first()).toBeVisible();
  await look('service down');
  // The page may retry by itself, so the bridge answers only after the click.
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.unroute(PAIRS);
  await expect(amountField(page)).toHaveValue('8');
});
