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
  *, *::before, *::after { animation: none !important; transition: none !important; caret-color: transparent !important }
`;

/** Takes or compares pictures of a screen in light and dark, if the run asks for pictures. */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (MODE !== 'all' && !(MODE === 'main' && MAIN_SCREENS.has(name))) return;
  const file = name.replaceAll(' ', '-');
  await page.evaluate(hide, MODE === 'main' ? HIDDEN : '');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    if (MODE === 'main') await expect.soft(page).toHaveScreenshot(`${file}-${colorScheme}.png`);
    else await save(page, { name, file: `${file}-${colorScheme}.png`, isLight: colorScheme === 'light' });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.evaluate(hide, '');
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
function hide(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = css === '' ? [] : [sheet];
}
