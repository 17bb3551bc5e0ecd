import { mkdirSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import { createSteps } from '../stack/setup/steps.mjs';
import { provideChromium } from '../stack/tests/chromium.ts';

/**
 * Pictures of every screen of a running `npm start`, at phone and desktop width, light and dark, for looking at.
 * They go to test-results/screens; the README's own goes to docs/screenshot.png.
 */
const WEB_URL = process.env.CAUSEWAY_URL ?? 'http://127.0.0.1:4173';
const OUT = 'test-results/screens';
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 860 } } as const;

type Shoot = (name: string) => Promise<unknown>;

async function walk(page: Page, shoot: Shoot): Promise<void> {
  const amount = page.getByLabel('Amount to send');
  await page.goto(`${WEB_URL}/?token=USDC`);
  await amount.waitFor();
  await shoot('form-empty');
  await amount.fill('1e3');
  await page.getByRole('alert').waitFor();
  await shoot('form-problem');
  await amount.fill('250.5');
  await page.getByText('You pay').waitFor();
  await shoot('form-quote');
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  await page.getByText('Local demo wallet').waitFor();
  await shoot('wallets');
  await page.getByText('Local demo wallet').click();
  await page.getByRole('button', { name: 'Review transfer' }).waitFor();
  await shoot('form-ready');
  await page.getByRole('button', { name: /^Token:/ }).click();
  await page.getByRole('dialog').waitFor();
  await shoot('tokens');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Review transfer' }).click();
  await page.getByText(/checks passed/).waitFor();
  await shoot('review');
  await page.getByRole('button', { name: 'Confirm in wallet' }).click();
  await page.getByRole('heading', { name: /Deposit pending|In progress/ }).waitFor();
  await shoot('transfer-open');
  await page.getByRole('heading', { name: 'Delivered' }).waitFor({ timeout: 60_000 });
  await shoot('transfer-delivered');
  await page.getByText('Open receipt').click();
  await page.getByText('Verified on').waitFor();
  await shoot('receipt');
  await page.getByRole('link', { name: 'Activity' }).click();
  await shoot('activity');
}

async function shootAll(browser: Browser, size: keyof typeof SIZES, colorScheme: 'light' | 'dark'): Promise<void> {
  const context = await browser.newContext({ viewport: SIZES[size], colorScheme, deviceScaleFactor: 2 });
  const page = await context.newPage();
  await walk(page, async (name) => {
    // Sheets and bars come to rest first.
    await page.waitForTimeout(500);
    await page.screenshot({ path: `${OUT}/${size}-${colorScheme}-${name}.png` });
    if (size === 'desktop' && colorScheme === 'light' && name === 'form-ready') {
      await page.screenshot({ path: 'docs/screenshot.png', scale: 'css' });
    }
  });
  await context.close();
}

mkdirSync(OUT, { recursive: true });
const executablePath = await provideChromium(createSteps(), new AbortController().signal);
const browser = await chromium.launch({ executablePath });
for (const size of ['desktop', 'phone'] as const) {
  for (const scheme of ['light', 'dark'] as const) await shootAll(browser, size, scheme);
}
await browser.close();
