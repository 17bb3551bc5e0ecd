import type { Page } from '@playwright/test';

type Recorder = { readonly announcements: string[] };

/**
 * Records what a screen reader says about atomic live regions, on every page loaded from now on: a region's whole text after
 * each change inside it. A region that appears together with its text is not announced.
 */
export async function recordAnnouncements(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const announcements: string[] = [];
    Object.assign(window, { announcements });
    new MutationObserver((records) => {
      const elements = records.map(({ target }) => (target instanceof Element ? target : target.parentElement));
      const regions = new Set(elements.map((element) => element?.closest('[aria-live][aria-atomic="true"]')));
      for (const region of regions) if (region) announcements.push(region.textContent);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

export function announcementsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (window as unknown as Recorder).announcements);
}
