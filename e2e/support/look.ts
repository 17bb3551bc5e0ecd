import type { Page } from '@playwright/test';
import { findViolations } from './accessibility.ts';
import { findLayoutProblems } from './layout.ts';
import { takePictures } from './picture.ts';
import { test as base, expect } from './test.ts';

/** Requires that the page, as it is now, is accessible and fits its window. The name appears in a failure. */
export type Look = (name: string) => Promise<void>;

const DESKTOP = { width: 1280, height: 860 };

export const test = base.extend<{ readonly look: Look }>({
  contextOptions: { reducedMotion: 'reduce' },
  viewport: async ({ viewport, isMobile }, use) => {
    await use(isMobile ? viewport : DESKTOP);
  },
  look: async ({ page }, use) => {
    await use((name) => look(page, name));
  },
});

export { expect };

async function look(page: Page, name: string): Promise<void> {
  await test.step(name, async () => {
    expect.soft(await findViolations(page), name).toEqual([]);
    expect.soft(await findLayoutProblems(page), name).toEqual([]);
    await takePictures(page, name);
  });
}
