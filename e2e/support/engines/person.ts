import { waitUntil } from '../../../tools/lab/processes/waitUntil.ts';
import type { Browser } from './engine.ts';

/** An element by its CSS selector and the first line of its label or text. */
export type Target = { readonly selector: string; readonly name: string };

type Point = { readonly x: number; readonly y: number };

/** What a person does with the mouse, the keyboard and the eyes. */
export type Person = {
  /** Waits until the element is enabled and in sight, doesn't move, and nothing covers it. */
  readonly see: (target: Target) => Promise<Point>;
  readonly click: (target: Target) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  readonly run: <T>(work: () => T) => Promise<T>;
};

export const ENTER = '\uE007';

export function createPerson(browser: Browser): Person {
  const run = async <A extends readonly unknown[], T>(work: (...args: A) => T, ...args: A) =>
    (await browser.evaluate(`(${work})(...${JSON.stringify(args)})`)) as T;
  const see = (target: Target) =>
    waitUntil(
      async () => {
        const point = await run(findPoint, target);
        // What still moves would miss the click.
        const later = await run(findPoint, target);
        return point?.x === later?.x && point?.y === later?.y && point;
      },
      { everyMs: 250, what: `a visible ${target.selector} "${target.name}"` },
    );
  return {
    run,
    see,
    click: async (target) => {
      const point = await see(target);
      const actions = [
        { type: 'pointerMove', ...point },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await browser.act([{ type: 'pointer', id: 'mouse', actions }]);
    },
    type: async (text) => {
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await browser.act([{ type: 'key', id: 'keyboard', actions }]);
    },
  };
}

/** Runs in the page. */
function findPoint({ selector, name }: Target): Point | null {
  for (const element of document.querySelectorAll<HTMLElement>(selector)) {
    if (element.matches(':disabled, [aria-disabled=true]')) continue;
    const label = (element as HTMLInputElement).labels?.[0] ?? element;
    const [firstLine] = (element.ariaLabel ?? label.innerText).trim().split('\n');
    if (firstLine !== name) continue;
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const point = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
    if (element.contains(document.elementFromPoint(point.x, point.y))) return point;
  }
  return null;
}
