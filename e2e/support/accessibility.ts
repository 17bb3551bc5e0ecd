import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type axe from 'axe-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
// Off by default in axe, although WCAG 2.2 AA requires them.
const MORE_RULES = { 'label-content-name-mismatch': { enabled: true } };
// axe measures colours at once, so nothing may move. It understands neither the top layer nor gradients: src/ui/tokens.test.ts
// computes the contrast of every text on every background.
const STILL = `
  *, *::before, *::after { transition: none !important; animation: none !important; background-image: none !important }
  dialog[open] { z-index: 2147483647 !important }
`;

const LIGHT = { name: 'light', media: { colorScheme: 'light', forcedColors: 'none' } } as const;
const OTHER_SCHEMES = [
  { name: 'dark', media: { colorScheme: 'dark', forcedColors: 'none' } },
  { name: 'forced colours', media: { colorScheme: 'light', forcedColors: 'active' } },
] as const;

// Every new page loads and compiles this file, and the unminified one is more than twice as large.
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Scheme = typeof LIGHT | (typeof OTHER_SCHEMES)[number];

/** Marks texts whose contrast must be measured in the other schemes. `markFresh` decides which texts are alike. */
const measured = new Set<string>();

/**
 * Finds violations of WCAG 2.2 AA on the current page. Checks every rule in light. In dark and forced colours only contrast can
 * differ, so it measures each kind of text that no earlier call has measured.
 */
export async function findViolations(page: Page): Promise<readonly string[]> {
  return measureStill(page, async () => {
    let found: string[] = [];
    // If the page renders all marked texts anew, axe finds none of them and throws.
    await expect(async () => {
      found = [];
      await page.emulateMedia(LIGHT.media);
      const fresh = await page.evaluate(markFresh, [...measured]);
      const schemes = fresh.length > 0 ? OTHER_SCHEMES : [];
      for (const scheme of schemes) found.push(...(await measure(page, scheme, 'contrast of fresh')));
      for (const text of fresh) measured.add(text);
    }).toPass({ timeout: 30_000 });
    return [...found, ...(await measure(page, LIGHT, 'whole')), ...(await page.evaluate(findNoise))];
  });
}

async function measureStill(page: Page, work: () => Promise<readonly string[]>): Promise<readonly string[]> {
  await page.evaluate(holdStill, STILL);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const found = await work();
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  return found;
}

/** Checks every rule on the whole page, or the contrast of the elements that `markFresh` found. */
type Extent = 'whole' | 'contrast of fresh';

async function measure(page: Page, { name, media }: Scheme, extent: Extent): Promise<readonly string[]> {
  await page.emulateMedia(media);
  const lines = await page.evaluate(runAxe, { extent, values: RULES, more: MORE_RULES });
  return lines.map((line) => `${name}: ${line}`);
}

/**
 * Runs in the page. Screen readers call every text inside an element that handles clicks "clickable", and read an empty
 * status as "status bar".
 */
function findNoise(): readonly string[] {
  const interactive = 'a, button, input, label, select, summary, textarea, [role="option"], [role="presentation"]';
  return [...document.querySelectorAll<HTMLElement>('*')].flatMap((element) => {
    const name = `${element.tagName.toLowerCase()} ${element.className}`;
    if (element.onclick && !element.matches(interactive)) return [`clickable text: ${name}`];
    return element.matches('[role="status"]:empty') ? [`empty status: ${name}`] : [];
  });
}

type Memory = { readonly fresh: Element[] };

/**
 * Runs in the page, in light: finds one visible text of each new kind. Texts of a kind have the same classes, surrounding
 * classes and colours, so they share their colours in every scheme.
 * @returns the new kinds
 */
async function markFresh(known: readonly string[]): Promise<readonly string[]> {
  // A new colour scheme applies after the next frame.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const grounds = new Map<Element, string>();
  const groundOf = (element: Element): string => {
    const cached = grounds.get(element);
    if (cached !== undefined) return cached;
    const { backgroundColor, opacity } = getComputedStyle(element);
    const around = element.parentElement ? groundOf(element.parentElement) : '';
    const ground = `${around}>${element.tagName}.${element.getAttribute('class')} ${backgroundColor} ${opacity}`;
    grounds.set(element, ground);
    return ground;
  };
  const hasText = (element: Element) =>
    element.matches('input, textarea, select') ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== '');
  const seen = new Set(known);
  const fresh = new Map<string, Element>();
  for (const element of document.querySelectorAll('body *')) {
    if (!hasText(element) || !element.checkVisibility({ visibilityProperty: true })) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    // axe skips disabled elements.
    const state = element.closest(':disabled, [aria-disabled="true"]') ? 'disabled' : 'enabled';
    const kind = `${groundOf(element)} ${color} ${fontSize} ${fontWeight} ${state}`;
    if (!seen.has(kind) && !fresh.has(kind)) fresh.set(kind, element);
  }
  Object.assign(window, { fresh: [...fresh.values()] });
  return [...fresh.keys()];
}

/** Runs in the page. The security policy forbids style elements, but allows a style sheet constructed by a script. */
function holdStill(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
}

type Rules = { readonly extent: Extent; readonly values: readonly string[]; readonly more: object };

/** Runs in the page. */
async function runAxe({ extent, values, more }: Rules): Promise<readonly string[]> {
  const { axe: engine, fresh } = window as unknown as { axe: typeof axe } & Memory;
  // A new colour scheme applies after the next frame.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  // layout.ts measures touch targets, and first scrolls each one out from under fixed bars.
  const isTouch = window.matchMedia('(pointer: coarse)').matches;
  const { violations } = await engine.run(extent === 'contrast of fresh' ? { include: fresh } : document, {
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
