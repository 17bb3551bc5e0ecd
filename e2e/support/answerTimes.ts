import type { Page } from '@playwright/test';

type Wanted = {
  /** The event of the press. */
  readonly event: 'click' | 'keydown';
  readonly selector: string;
  /** The answer is there when the first element of the selector has this text. */
  readonly text: RegExp;
};

/** Presses, and measures the milliseconds from the press until the page has painted its answer. */
export async function timeAnswer(page: Page, wanted: Wanted, press: () => Promise<void>): Promise<number> {
  await page.evaluate(watchAnswer, { ...wanted, text: wanted.text.source });
  await press();
  return page.evaluate(() => (window as unknown as { readonly answered: Promise<number> }).answered);
}

/** Runs in the page. It looks once in each frame, so that looking takes no time from the answer. */
function watchAnswer({ event, selector, text }: { event: string; selector: string; text: string }): void {
  const answered = new Promise<number>((resolve) => {
    const pattern = new RegExp(text);
    const look = (since: number) => {
      if (!pattern.test(document.querySelector(selector)?.textContent ?? '')) {
        requestAnimationFrame(() => look(since));
        return;
      }
      // A task after the callbacks of a frame begins when the frame is painted.
      setTimeout(() => resolve(performance.now() - since));
    };
    window.addEventListener(event, ({ timeStamp }) => requestAnimationFrame(() => look(timeStamp)), {
      once: true,
      capture: true,
    });
  });
  Object.assign(window, { answered });
}

/** Presses a key in the focused field, and measures the milliseconds from the press until the page is painted again. */
export async function timeKey(page: Page, key: string): Promise<number> {
  await page.evaluate(watchPaint);
  await page.keyboard.press(key);
  return page.evaluate(() => (window as unknown as { readonly painted: Promise<number> }).painted);
}

/** Runs in the page. */
function watchPaint(): void {
  const painted = new Promise<number>((resolve) => {
    const note = ({ timeStamp }: Event) =>
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
    window.addEventListener('input', note, { once: true, capture: true });
  });
  Object.assign(window, { painted });
}
