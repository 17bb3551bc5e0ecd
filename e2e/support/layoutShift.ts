import type { Page } from '@playwright/test';

type Recorder = { readonly layoutShifts: number[] };

/** Records layout shifts of every page loaded from now on, except after a press or a key. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const layoutShifts: number[] = [];
    Object.assign(window, { layoutShifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
        if (!hadRecentInput) layoutShifts.push(value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The sum of the page's shifts since the last call. People notice more than 0.1: https://web.dev/articles/cls */
export async function layoutShiftOf(page: Page): Promise<number> {
  const shifts = await page.evaluate(() => (window as unknown as Recorder).layoutShifts.splice(0));
  return shifts.reduce((sum, shift) => sum + shift, 0);
}
