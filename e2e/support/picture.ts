import type { Page } from '@playwright/test';
import { pictureMode } from './pictureMode.ts';
import { expect, test } from './test.ts';

/** Only a few, because each is taken in two themes and two windows. */
const MAIN_SCREENS = new Set(['empty form', 'review', 'delivered', 'activity', 'page not found']);
const DOCUMENTED = new Map([
  ['ready', 'docs/screenshot.png'],
  ['delivered', 'docs/delivered.png'],
  ['desk answer', 'docs/support-answer.png'],
  ['desk table', 'docs/support-table.png'],
]);

// Different in every run: addresses, hashes, times and whatever depends on when blocks were mined.
const HIDDEN = `
  [title^="0x"], [title^="0x"] *, [class^="full_"], time, [class*="shell_"] > footer, [class*="flag"] {
    visibility: hidden !important
  }
`;
const STILL = `
  *, *::before, *::after { animation: none !important; transition: none !important; caret-color: transparent !important }
`;
// A flat background makes files small.
const FLAT = '[class*="shell_"] { background-image: none !important }';

/** Takes or compares pictures of a screen in light and dark, if the run takes pictures. */
export async function takePictures(page: Page, name: string): Promise<void> {
  const mode = pictureMode();
  if (mode === 'none' || (mode === 'main' && !MAIN_SCREENS.has(name))) return;
  const file = name.replaceAll(' ', '-');
  await page.evaluate(restyle, mode === 'main' ? STILL + HIDDEN + FLAT : STILL);
  await page.locator('html[data-font]').waitFor();
  // Chunks load when the page is idle. Each fetches its code, and then logos.
  await page.waitForLoadState('networkidle');
  // The search for small targets scrolled to the last one.
  await page.evaluate(() => window.scrollTo(0, 0));
  // A pointer left over a button changes its colour.
  await page.mouse.move(0, 0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // New colours apply after the next frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    if (mode === 'main') await expect.soft(page).toHaveScreenshot(`${file}-${colorScheme}.png`);
    else await save(page, { name, file: `${file}-${colorScheme}.png`, isLight: colorScheme === 'light' });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.evaluate(restyle, '');
}

type Picture = { readonly name: string; readonly file: string; readonly isLight: boolean };

async function save(page: Page, { name, file, isLight }: Picture): Promise<void> {
  const { name: project } = test.info().project;
  await page.screenshot({ path: `test-results/screens/${project}/${file}` });
  const path = DOCUMENTED.get(name);
  if (project === 'desktop' && path && isLight) await page.screenshot({ path, scale: 'css' });
}

/** Runs in the page. */
function restyle(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = css === '' ? [] : [sheet];
}
