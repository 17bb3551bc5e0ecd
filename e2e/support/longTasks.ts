import type { Page } from '@playwright/test';

type Recorder = { readonly longTasks: number[] };

/** Records the tasks over 50 ms of each page that loads from now on. */
export async function recordLongTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const longTasks: number[] = [];
    Object.assign(window, { longTasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longTasks.push(duration);
    }).observe({ type: 'longtask', buffered: true });
  });
}

/** The milliseconds of each long task so far. */
export function longTasks(page: Page): Promise<readonly number[]> {
  return page.evaluate(() => (window as unknown as Recorder).longTasks);
}

export function describeTasks(tasks: readonly number[]): string {
  return `longest task ${Math.round(Math.max(0, ...tasks))} ms, ${tasks.length} tasks over 50 ms`;
}
