import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { OLDEST_BROWSERS } from '../shared/oldestBrowsers.ts';
import { WEB_DIR } from '../tools/stack/web/webBuild.ts';
import { amountField, openForm, send, shownHashes, USDC } from './support/bridgePage.ts';
import { expect, test } from './support/look.ts';
import { expectDelivered } from './support/transferOutcome.ts';

test.use({ looksOnPhone: true, savesData: false });

/** What at least one of the oldest browsers lacks. */
const LACKED = [
  ...['AbortSignal.any', 'URL.canParse', 'URL.parse', 'URLSearchParams.prototype.size', 'Response.json'],
  ...['Promise.withResolvers', 'Promise.try', 'Object.groupBy', 'Map.groupBy', 'Array.fromAsync'],
  ...['ArrayBuffer.prototype.transfer', 'RegExp.escape', 'Error.isError', 'Math.sumPrecise', 'Intl.DurationFormat'],
  ...['union', 'intersection', 'difference', 'symmetricDifference'].map((name) => `Set.prototype.${name}`),
  ...['isSubsetOf', 'isSupersetOf', 'isDisjointFrom'].map((name) => `Set.prototype.${name}`),
  ...['map', 'filter', 'take', 'drop', 'flatMap', 'reduce'].map((name) => `Iterator.prototype.${name}`),
  ...['toArray', 'forEach', 'some', 'every', 'find'].map((name) => `Iterator.prototype.${name}`),
  ...['fromHex', 'fromBase64', 'prototype.toHex', 'prototype.toBase64'].map((name) => `Uint8Array.${name}`),
  ...['popover', 'showPopover', 'hidePopover', 'togglePopover'].map((name) => `HTMLElement.prototype.${name}`),
  ...['Element.prototype.checkVisibility', 'Element.prototype.moveBefore', 'HTMLDialogElement.prototype.requestClose'],
  ...['Document.prototype.startViewTransition', 'ReadableStream.from', 'ReadableStream.prototype.values'],
  ...['requestIdleCallback', 'scheduler', 'navigation', 'CloseWatcher', 'Navigator.prototype.userAgentData'],
  // After its methods, which would not be found without it.
  'Iterator',
];

/** Runs in the page before the app. */
function removeFeatures(paths: readonly string[]): void {
  for (const path of paths) {
    const names = path.split('.');
    const name = names.pop() ?? '';
    const owner = names.reduce<unknown>((value, key) => Reflect.get(Object(value), key), globalThis);
    Reflect.deleteProperty(Object(owner), name);
  }
  Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator);
}

test('a browser without newer features does a transfer, and the desk finds it', { tag: '@core' }, async ({
  page,
  wallet,
  problems,
}) => {
  await page.addInitScript(removeFeatures, LACKED);
  await openForm(page, wallet, USDC);
  const isThere = (path: string) => page.evaluate(`globalThis.${path.replaceAll('.', '?.')} !== undefined`);
  for (const path of LACKED) expect(await isThere(path), path).toBe(false);

  await send(page, '100');
  await expectDelivered(page);
  const [hash] = await shownHashes(page);
  await page.getByRole('link', { name: 'Receipts' }).first().click();
  await page.getByLabel('Hashes, links, addresses or a whole message').fill(`https://explorer.example/tx/${hash}`);
  await page.getByRole('button', { name: 'Look up' }).click();
  const receipt = page.getByRole('article', { name: 'Receipt' });
  await expect(receipt.getByRole('heading', { level: 2 })).toHaveText('Delivered');
  await expect(receipt).toContainText('Verified on Northshore and Southshore');
  expect(problems.list).toEqual([]);
});

test('the build contains no light-dark(), which the oldest browsers lack', () => {
  const files = ['index.html', ...readdirSync(join(WEB_DIR, 'assets')).map((name) => `assets/${name}`)];
  const texts = files.filter((name) => /\.(?:html|css|js)$/.test(name));
  expect(texts.length).toBeGreaterThan(20);
  expect(texts.filter((name) => readFileSync(join(WEB_DIR, name), 'utf8').includes('light-dark('))).toEqual([]);
});

test('the box of the desk grows with its text without field-sizing', async ({ page }) => {
  await page.addInitScript(() => {
    const { supports } = CSS;
    CSS.supports = (...args: [string, string?]) => args[0] !== 'field-sizing' && supports.apply(CSS, args as [string]);
  });
  await page.goto('/receipts');
  const box = page.getByLabel('Hashes, links, addresses or a whole message');
  await box.evaluate((field) => field.style.setProperty('field-sizing', 'fixed'));
  const hiddenPart = () => box.evaluate((field) => field.scrollHeight - field.clientHeight);
  await box.fill(`0x${'1'.repeat(64)} 0x${'2'.repeat(64)} 0x${'3'.repeat(64)}`);
  await expect.poll(hiddenPart).toBe(0);
  const full = (await box.boundingBox())?.height ?? 0;
  await box.fill('');
  await expect.poll(async () => (await box.boundingBox())?.height).toBeLessThan(full);
});

const beOld = (page: Page) =>
  page.addInitScript(() => {
    Reflect.deleteProperty(CSS, 'registerProperty');
  });

test('a browser that is too old gets a sentence instead of the app, in its language', { tag: '@look' }, async ({
  page,
  browser,
  stack,
  look,
}) => {
  await beOld(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'This browser is too old' })).toBeVisible();
  const text = page.getByRole('main');
  for (const oldest of OLDEST_BROWSERS) await expect(text).toContainText(oldest);
  await expect(text).toContainText('Your transfers are not affected.');
  // The app's code has run by now.
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(amountField(page)).toHaveCount(0);
  await look('too old browser');

  const arabic = await browser.newPage({ locale: 'ar', baseURL: stack.webUrl });
  await beOld(arabic);
  await arabic.goto('/receipts');
  const title = arabic.getByRole('heading', { name: 'هذا المتصفح قديم جدًا' });
  await expect(title).toBeVisible();
  await expect(title).toHaveCSS('direction', 'rtl');
  await arabic.close();
});
