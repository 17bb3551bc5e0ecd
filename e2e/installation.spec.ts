import { readFileSync } from 'node:fs';
import type { Page, Request } from '@playwright/test';
import { amountField, USDC, visitForm } from './support/bridgePage.ts';
import { expect, test } from './support/look.ts';

const EXAMPLE = JSON.parse(readFileSync(new URL('../docs/examples/mainnets.json', import.meta.url), 'utf8')).web;

test.use({ looksOnPhone: true, savesData: false });

/** Serves `/config.json` with these settings in addition to those of the stack. */
async function configure(page: Page, base: Record<string, unknown>, settings: object): Promise<void> {
  await page.route('**/config.json', (route) => route.fulfill({ json: { ...base, ...settings } }));
}

test('an installation reports problems in its settings, and has its own name, logo, colours, links, message and maintenance', {
  tag: ['@core', '@look'],
}, async ({ page, stack, problems, look }) => {
  await configure(page, stack.readWebConfig(), { theme: { light: { accent: '#7fd4ff' } } });
  await page.goto('/');
  await expect(page.getByText('theme.light.accent: #7fd4ff has a contrast of 1.4:1 on #f3f1ea')).toBeVisible();
  await look('invalid settings');
  await page.unrouteAll();

  const { theme, links, banner } = EXAMPLE;
  const brand = { name: 'Harbour', logo: { light: '/icon.svg' }, supportUrl: 'https://harbour.example/help' };
  const settings = { brand, theme, links, banner: { ...banner, until: undefined } };
  await configure(page, stack.readWebConfig(), settings);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(amountField(page)).toBeVisible();

  const logo = page.getByRole('banner').getByRole('link', { name: 'Harbour' }).locator('img:visible');
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const button = page.getByRole('banner').getByRole('button', { name: 'Connect', exact: true });
  await expect(button).toHaveCSS('background-color', 'rgb(29, 78, 216)');
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(238, 242, 251)');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(button).toHaveCSS('background-color', 'rgb(143, 180, 255)');
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(6, 10, 20)');
  await page.emulateMedia({ colorScheme: 'light' });

  const footer = page.getByRole('contentinfo');
  await expect(footer.getByText(/^The bridge responded at \d/)).toBeVisible();
  await expect(footer.getByRole('link', { name: 'Documentation' })).toHaveAttribute('href', links.docs);
  await expect(footer.getByRole('link', { name: 'Get help' })).toBeVisible();

  const message = page.getByRole('region', { name: 'Message from the operator' });
  await expect(message.getByRole('link', { name: 'Details' })).toHaveAttribute('href', banner.link.url);
  await message.getByRole('button', { name: 'Close this message' }).click();

  // The chosen route is in the address, and the message stays closed.
  const builds: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('get_build_tx')) builds.push(request.url());
  });
  const maintenance = [{ chains: ['Southshore'], text: { en: 'We replace the vault.' } }];
  await configure(page, stack.readWebConfig(), { ...settings, maintenance });
  await visitForm(page, USDC);
  await expect(footer).toBeVisible();
  await expect(message).toBeHidden();
  await amountField(page).fill('100');
  await expect(page.getByText('This route is under maintenance')).toBeVisible();
  await expect(page.getByText('We replace the vault.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Under maintenance' })).toBeDisabled();
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
  expect(builds).toEqual([]);

  await page.setViewportSize({ width: 390, height: 844 });
  const contracts = page.getByText('Contracts on Southshore');
  // The second click finds the list on its own page, above the footer.
  for (const path of [/\/activity$/, /\/help#contracts$/]) {
    await expect(page).toHaveURL(path);
    await footer.getByRole('link', { name: 'Contracts' }).click();
    await expect(contracts).toBeInViewport();
  }
  const howItWorks = page.getByRole('region', { name: 'How this works' });
  await expect(howItWorks.getByRole('link', { name: 'Terms' })).toHaveAttribute('href', links.terms);
  expect(problems.list).toEqual([]);
  expect(problems.foreignRequests).toEqual([]);
});

/** Runs in the page: throws an error that the app does not catch. */
function failLater(message: string): void {
  setTimeout(() => {
    throw new RangeError(message);
  });
}

test('a page reports errors only if the installation asks for it, and reveals nothing about the person', async ({
  page,
  stack,
}) => {
  const recipient = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
  const reports: Request[] = [];
  page.on('request', (request) => {
    if (request.postData()?.includes('RangeError')) reports.push(request);
  });
  const visit = async () => {
    await page.goto(`/?token=USDC&amount=12&recipient=${recipient}`);
    // The footer loads when the page is idle, and so does error reporting.
    await expect(page.getByRole('contentinfo')).toBeVisible();
  };
  const fail = () => page.evaluate(failLater, `${recipient} has 12 USDC`);

  await visit();
  await page.waitForLoadState('networkidle');
  await fail();
  await page.waitForLoadState('networkidle');
  expect(reports).toEqual([]);

  await configure(page, stack.readWebConfig(), { monitoring: { url: '/errors' } });
  await visit();
  const countAfterError = async () => {
    await fail();
    return reports.length;
  };
  await expect.poll(countAfterError).toBe(1);
  const [report] = reports;
  expect(report?.url()).toBe(`${stack.webUrl}/errors`);
  expect(JSON.parse(report?.postData() ?? '')).toEqual({
    class: 'RangeError',
    code: null,
    version: expect.any(String),
  });
  const headers = Object.keys((await report?.allHeaders()) ?? {});
  expect(headers.filter((name) => name === 'cookie' || name === 'referer')).toEqual([]);
});

test('the form opens with the featured route, and says what it shows something else for than a broken link', {
  tag: '@look',
}, async ({ page, stack, look }) => {
  const featured = [{ from: 'Southshore', to: 'Northshore', token: 'WBTC' }];
  await configure(page, stack.readWebConfig(), { featured });
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Token: WBTC' })).toBeVisible();
  await expect(page).toHaveURL(/from=Southshore&to=Northshore&token=WBTC/);

  await page.goto('/?from=Nowhere&token=DOGE&amount=abc');
  const notice = page.getByRole('status').filter({ hasText: 'Part of the link was ignored' });
  await expect(notice).toContainText('The bridge has no route with Nowhere and DOGE.');
  await expect(notice).toContainText('“abc” isn’t an amount.');
  await look('broken link');
  await amountField(page).fill('12');
  await expect(notice).not.toContainText('abc');
  await expect(notice).toContainText('Nowhere');
  await page.getByRole('button', { name: 'Swap direction' }).click();
  await expect(notice).toBeHidden();
});
