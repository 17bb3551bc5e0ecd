import type { Page } from '@playwright/test';
import { findViolations } from './accessibility.ts';
import { findLayoutProblems } from './layout.ts';
import { takePictures } from './picture.ts';
import { test as base, expect } from './test.ts';

/** Requires that the page, as it is now, is accessible and fits its window. The name appears in a failure. */
export type Look = (name: string) => Promise<void>;

const USUAL_SECONDS = 240;
const DESKTOP = { width: 1280, height: 860 };

export const test = base.extend<{ readonly look: Look }>({
  viewport: async ({ viewport, isMobile }, use) => {
    await use(isMobile ? viewport : DESKTOP);
  },
  page: async ({ page }, use) => {
    await page.addInitScript(freezeDurations, USUAL_SECONDS);
    await use(page);
  },
  look: async ({ page }, use) => {
    await use((name) => look(page, name));
  },
});

export { expect };

/**
 * Runs in the page before the app. The other tests of the run decide how long a transfer usually takes, and whether the form
 * has a line for it. A picture needs the same line in each run.
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

async function look(page: Page, name: string): Promise<void> {
  await test.step(name, async () => {
    expect.soft(await findViolations(page), name).toEqual([]);
    expect.soft(await findLayoutProblems(page), name).toEqual([]);
    await takePictures(page, name);
  });
}
