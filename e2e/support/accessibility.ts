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

const SCHEMES = [
  { name: 'light', media: { colorScheme: 'light', forcedColors: 'none' }, isWhole: true },
  { name: 'dark', media: { colorScheme: 'dark', forcedColors: 'none' }, isWhole: false },
  { name: 'forced colours', media: { colorScheme: 'light', forcedColors: 'active' }, isWhole: false },
] as const;

/**
 * Finds what breaks a rule of WCAG 2.2 AA on the page as it is: every rule in light, and the contrast in dark and in forced
 * colours too, because nothing else depends on the colours.
 */
export async function findViolations(page: Page): Promise<readonly string[]> {
  await page.evaluate(holdStill, STILL);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found: string[] = [];
  for (const { name, media, isWhole } of SCHEMES) {
    await page.emulateMedia(media);
    const lines = await page.evaluate(runAxe, isWhole ? { values: RULES, more: MORE_RULES } : null);
    found.push(...lines.map((line) => `${name}: ${line}`));
  }
  await page.emulateMedia(SCHEMES[0].media);
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  return found;
}

/** Runs in the page. Its security policy allows no style element, but it does allow a sheet that a script constructs. */
function holdStill(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
}

type Rules = { readonly values: readonly string[]; readonly more: object };

/** Runs in the page, the contrast alone without rules. */
async function runAxe(rules: Rules | null): Promise<readonly string[]> {
  const { axe: engine } = window as unknown as { axe: typeof axe };
  // A new colour scheme shows after the next frame.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  // layout.ts measures the targets of a finger, and scrolls each of them out from under a fixed bar first.
  const isTouch = window.matchMedia('(pointer: coarse)').matches;
  const { violations } = await engine.run(document, {
    ...(rules
      ? { runOnly: [...rules.values], rules: { ...rules.more, 'target-size': { enabled: !isTouch } } }
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
