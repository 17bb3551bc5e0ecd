import type { Page } from '@playwright/test';
import { findViolations } from './accessibility.ts';
import { findLayoutProblems } from './layout.ts';
import { onPhone } from './phone.ts';
import { takePictures } from './picture.ts';
import { test as base, expect } from './test.ts';

/** Requires the current page to be accessible and to fit its window. The name appears in failures. */
export type Look = (name: string) => Promise<void>;

const USUAL_SECONDS = 240;
const LOOK_TIMEOUT_MS = 30_000;
const DESKTOP = { width: 1280, height: 860 };

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
    if (!isAlsoOnPhone) return;
    await onPhone(page, async () => {
      expect.soft(await findViolations(page), `${name} on a phone`).toEqual([]);
      expect.soft(await findLayoutProblems(page), `${name} on a phone`).toEqual([]);
    });
  });
}
