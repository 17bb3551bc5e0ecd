import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';

/**
 * `main` compares the main screens with the pictures in e2e/pictures. `all` writes every screen to test-results/screens, and
 * the picture of the README.
 */
const MODE = process.env.CAUSEWAY_PICTURES;
const MAIN_SCREENS = new Set([
  ...['empty form', 'ready', 'wallets', 'review', 'failing checks', 'rejected'],
  ...['delivered', 'receipt', 'activity', 'receipt not found', 'service down'],
]);
const README_SCREEN = 'ready';

// Different in each run: addresses, hashes, times and what follows from the pace of the chains.
const HIDDEN = `
  [title^="0x"], [aria-label^="0x"], [title^="0x"] *, [aria-label^="0x"] *, time, footer { visibility: hidden !important }
`;
const STILL = `
  *, *::before, *::after { animation: none !important; transition: none !important; caret-color: transparent !important }
`;

/** Takes or compares pictures of a screen in light and dark, if the run asks for pictures. */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (MODE !== 'all' && !(MODE === 'main' && MAIN_SCREENS.has(name))) return;
  const file = name.replaceAll(' ', '-');
  await page.evaluate(restyle, MODE === 'main' ? STILL + HIDDEN : STILL);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // The new colours show after the next frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    if (MODE === 'main') await expect.soft(page).toHaveScreenshot(`${file}-${colorScheme}.png`);
    else await save(page, { name, file: `${file}-${colorScheme}.png`, isLight: colorScheme === 'light' });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.evaluate(restyle, '');
}

type Picture = { readonly name: string; readonly file: string; readonly isLight: boolean };

async function save(page: Page, { name, file, isLight }: Picture): Promise<void> {
  const { name: project } = test.info().project;
  await page.screenshot({ path: `test-results/screens/${project}/${file}` });
  if (project === 'desktop' && name === README_SCREEN && isLight) {
    await page.screenshot({ path: 'docs/screenshot.png', scale: 'css' });
  }
}

/** Runs in the page. */
function restyle(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = css === '' ? [] : [sheet];
}
