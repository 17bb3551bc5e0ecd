import type { Page } from '@playwright/test';
import { findViolations } from './accessibility.ts';
import { findLayoutProblems } from './layout.ts';
import { inWindow, onPhone } from './phone.ts';
import { takePictures } from './picture.ts';
import { test as base, expect } from './test.ts';

/** Requires the current page to be accessible and to fit its window. The name appears in failures. */
export type Look = (name: string) => Promise<void>;

const USUAL_SECONDS = 240;
const LOOK_TIMEOUT_MS = 30_000;
const DESKTOP = { width: 1280, height: 860 };

/** One screen of each kind. The others share their components. */
const LOOKED_AT_IN_EVERY_SIZE = new Set([
  'empty form',
  'quote without a wallet',
  'ready',
  'slow service',
  'account',
  'review',
  'payout refused',
  'delivered',
  'receipt',
  'refunding',
  'activity',
  'receipt search',
  'help without a transfer',
]);
/** Small and large phones, tablets, a laptop, and a desktop that is zoomed in to 400 %. */
const SIZES = [
  { width: 1440, height: 900 },
  { width: 820, height: 700 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
  { width: 390, height: 664 },
  { width: 360, height: 740 },
  { width: 320, height: 568 },
  { width: 320, height: 256 },
];

type LookFixtures = {
  /**
   * Whether `look` also checks each screen with a phone's window and touch. A test tagged @phone does not need this, because it
   * runs as a phone.
   */
  readonly looksOnPhone: boolean;
  readonly look: Look;
};

export const test = base.extend<LookFixtures>({
  looksOnPhone: [false, { option: true }],
  viewport: async ({ viewport, isMobile }, use) => {
    await use(isMobile ? viewport : DESKTOP);
  },
  page: async ({ page }, use) => {
    await page.addInitScript(freezeDurations, USUAL_SECONDS);
    await use(page);
  },
  look: async ({ page, looksOnPhone }, use) => {
    if (!test.info().tags.includes('@look')) throw new Error('npm run screenshots needs the tag @look of this test.');
    await use((name) => look(page, { name, isAlsoOnPhone: looksOnPhone && !test.info().tags.includes('@phone') }));
  },
});

export { expect };

/**
 * Runs in the page before the app. How long a transfer usually takes, and whether the form says so, depends on the run's other
 * tests. A picture needs the same line in every run.
 */
function freezeDurations(seconds: number): void {
  const original = window.fetch.bind(window);
  window.fetch = async (...request) => {
    const response = await original(...request);
    if (!/\/(?:get_all_pair_infos$|pairs\?)/.test(response.url)) return response;
    const text = await response.text();
    return new Response(text.replaceAll(/"usual_seconds":(?:null|\d+)/g, `"usual_seconds":${seconds}`), response);
  };
}

type Screen = { readonly name: string; readonly isAlsoOnPhone: boolean };

async function look(page: Page, { name, isAlsoOnPhone }: Screen): Promise<void> {
  // The rules take a second of processor time per screen, and much longer on a busy machine.
  test.setTimeout(test.info().timeout + LOOK_TIMEOUT_MS);
  await test.step(name, async () => {
    expect.soft(await findViolations(page), name).toEqual([]);
    expect.soft(await findLayoutProblems(page), name).toEqual([]);
    await takePictures(page, name);
    // Touch screens have their own rule for targets.
    if (!test.info().project.use.isMobile && LOOKED_AT_IN_EVERY_SIZE.has(name)) await lookInEverySize(page, name);
    if (!isAlsoOnPhone) return;
    await onPhone(page, async () => {
      expect.soft(await findViolations(page), `${name} on a phone`).toEqual([]);
      expect.soft(await findLayoutProblems(page), `${name} on a phone`).toEqual([]);
    });
  });
}

async function lookInEverySize(page: Page, name: string): Promise<void> {
  test.setTimeout(test.info().timeout + LOOK_TIMEOUT_MS);
  for (const size of SIZES) {
    const title = `${name} at ${size.width} x ${size.height}`;
    await inWindow(page, size, async () => {
      expect.soft(await findViolations(page), title).toEqual([]);
      expect.soft(await findLayoutProblems(page), title).toEqual([]);
    });
  }
}
