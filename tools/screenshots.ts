import { mkdirSync } from 'node:fs';
import type { Browser } from '@playwright/test';
import { chromium } from '@playwright/test';
import { createSteps } from '../stack/setup/steps.mjs';
import { provideChromium } from '../stack/tests/chromium.ts';
import { walk } from './screens.ts';

// Takes pictures of every screen of a running stack, for phone and desktop, light and dark. Start the stack first with
// `npm start`. The pictures go to test-results/screens; the README's picture goes to docs/screenshot.png.
const WEB_URL = process.env.CAUSEWAY_URL ?? 'http://127.0.0.1:4173';
const OUT = 'test-results/screens';
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 860 } } as const;
// Dialogs and progress bars finish their animation first.
const ANIMATION_MS = 400;

async function shootAll(browser: Browser, size: keyof typeof SIZES, colorScheme: 'light' | 'dark'): Promise<void> {
  const context = await browser.newContext({
    ...{ baseURL: WEB_URL, viewport: SIZES[size], colorScheme, deviceScaleFactor: 2 },
  });
  const page = await context.newPage();
  await walk(page, async (name) => {
    await page.waitForTimeout(ANIMATION_MS);
    await page.screenshot({ path: `${OUT}/${size}-${colorScheme}-${name}.png` });
    if (size === 'desktop' && colorScheme === 'light' && name === 'form-ready') {
      await page.screenshot({ path: 'docs/screenshot.png', scale: 'css' });
    }
  });
  await context.close();
}

mkdirSync(OUT, { recursive: true });
const steps = createSteps();
const executablePath = await provideChromium(steps, new AbortController().signal);
const browser = await chromium.launch({ executablePath });
try {
  // One after the other: they share the demo account and its allowance.
  for (const size of ['desktop', 'phone'] as const) {
    for (const scheme of ['light', 'dark'] as const) {
      await steps.run(`Pictures: ${size}, ${scheme}`, () => shootAll(browser, size, scheme));
    }
  }
} finally {
  await browser.close();
}
