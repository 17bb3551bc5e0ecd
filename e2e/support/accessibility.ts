import type { Page } from '@playwright/test';
import axe from 'axe-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
// axe leaves these out without a request, although WCAG 2.2 AA asks for them.
const MORE_RULES = { 'label-content-name-mismatch': { enabled: true } };
// axe measures colours at once, so nothing may move. It knows neither the top layer nor colours that
// a gradient mixes: src/ui/tokens.test.ts computes the contrast of every text on every ground.
const STILL = `
  *, *::before, *::after { transition: none !important; animation: none !important; background-image: none !important }
  dialog[open] { z-index: 2147483647 !important }
`;

const LIGHT = { name: 'light', media: { colorScheme: 'light', forcedColors: 'none' } } as const;
const OTHER_SCHEMES = [
  { name: 'dark', media: { colorScheme: 'dark', forcedColors: 'none' } },
  { name: 'forced colours', media: { colorScheme: 'light', forcedColors: 'active' } },
] as const;

type Scheme = typeof LIGHT | (typeof OTHER_SCHEMES)[number];

/**
 * Finds what breaks a rule of WCAG 2.2 AA on the page as it is: every rule in light, and the contrast in dark and in forced
 * colours too, because nothing else depends on the colours.
 */
export async function findViolations(page: Page): Promise<readonly string[]> {
  return measureStill(page, async () => {
    const found: string[] = [];
    for (const scheme of OTHER_SCHEMES) found.push(...(await measure(page, scheme, 'contrast')));
    found.push(...(await measure(page, LIGHT, 'whole')));
    await page.evaluate(rememberShown);
    return found;
  });
}

/**
 * The same in another window, after `findViolations`: every rule in light, and in the other colours the contrast of the
 * elements that only this window shows. The rest keeps its colours.
 */
export async function findViolationsOfSmallWindow(page: Page): Promise<readonly string[]> {
  return measureStill(page, async () => {
    const found: string[] = [];
    const schemes = (await page.evaluate(markNew)) > 0 ? OTHER_SCHEMES : [];
    for (const scheme of schemes) found.push(...(await measure(page, scheme, 'contrast of new')));
    found.push(...(await measure(page, LIGHT, 'whole')));
    return found;
  });
}

async function measureStill(page: Page, work: () => Promise<readonly string[]>): Promise<readonly string[]> {
  await page.evaluate(holdStill, STILL);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found = await work();
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  return found;
}

/** Every rule on the whole page, the contrast of the whole page, or the contrast of the elements that `markNew` found. */
type Extent = 'whole' | 'contrast' | 'contrast of new';

async function measure(page: Page, { name, media }: Scheme, extent: Extent): Promise<readonly string[]> {
  await page.emulateMedia(media);
  const lines = await page.evaluate(runAxe, { extent, values: RULES, more: MORE_RULES });
  return lines.map((line) => `${name}: ${line}`);
}

type Memory = { readonly shown: WeakSet<Element>; readonly fresh: Element[] };

/** Runs in the page: remembers the elements that a person sees now. */
function rememberShown(): void {
  const all = [...document.querySelectorAll('body *')];
  Object.assign(window, { shown: new WeakSet(all.filter((element) => element.checkVisibility())) });
}

/** Runs in the page: finds the elements that a person sees now and did not see before. Returns how many. */
function markNew(): number {
  const { shown } = window as unknown as Memory;
  const all = [...document.querySelectorAll('body *')];
  const fresh = all.filter((element) => element.checkVisibility() && !shown.has(element));
  Object.assign(window, { fresh });
  return fresh.length;
}

/** Runs in the page. Its security policy allows no style element, but it does allow a sheet that a script constructs. */
function holdStill(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
}

type Rules = { readonly extent: Extent; readonly values: readonly string[]; readonly more: object };

/** Runs in the page. */
async function runAxe({ extent, values, more }: Rules): Promise<readonly string[]> {
  const { axe: engine, fresh } = window as unknown as { axe: typeof axe } & Memory;
  // A new colour scheme shows after the next frame.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  // layout.ts measures the targets of a finger, and scrolls each of them out from under a fixed bar first.
  const isTouch = window.matchMedia('(pointer: coarse)').matches;
  const { violations } = await engine.run(extent === 'contrast of new' ? { include: fresh } : document, {
    ...(extent === 'whole'
      ? { runOnly: [...values], rules: { ...more, 'target-size': { enabled: !isTouch } } }
      : { runOnly: { type: 'rule', values: ['color-contrast'] } }),
    resultTypes: ['violations'],
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any, all, none }) => {
      const [reason] = [...any, ...all, ...none];
      return `${id}: ${target.join(' ')}: ${reason?.message ?? ''}`;
    }),
  );
}
