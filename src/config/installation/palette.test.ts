import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrastOf } from './colors.ts';
import type { Scheme } from './palette.ts';
import { DEFAULT_COLORS, derivePalette, GROUNDS } from './palette.ts';
import { findThemeProblems } from './themeConfig.ts';

const css = readFileSync(new URL('../../ui/tokens.css', import.meta.url), 'utf8');
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name = '', light = '', dark = '']) => [
    name,
    { light, dark },
  ]),
);
const schemes: readonly Scheme[] = ['light', 'dark'];
const hexText = (bytes: readonly number[]) => `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
const channel = (min: number, max: number) => fc.integer({ min, max });
const color = (min: number, max: number) =>
  fc.tuple(channel(min, max), channel(min, max), channel(min, max)).map(hexText);
/** Near the limits of what is accepted, so that many are and many are not. */
const near: Record<Scheme, { ink: fc.Arbitrary<string>; area: fc.Arbitrary<string> }> = {
  light: { ink: color(0, 120), area: color(215, 255) },
  dark: { ink: color(140, 255), area: color(0, 50) },
};

describe.each(schemes)('the derived %s colours', (scheme) => {
  it('begin with the colours of tokens.css', () => {
    const { accent, background, surface, text, danger, warn } = DEFAULT_COLORS[scheme];
    const inCss = (name: string) => tokens.get(name)?.[scheme];
    expect([accent, background, surface, text, danger, warn]).toEqual(
      ['accent', 'paper', 'surface', 'ink', 'danger', 'warn'].map(inCss),
    );
  });

  it('are every colour of tokens.css', () => {
    expect(Object.keys(derivePalette(DEFAULT_COLORS[scheme], scheme)).sort()).toEqual([...tokens.keys()].sort());
  });

  it('are readable wherever the configuration is accepted', () => {
    const { ink, area } = near[scheme];
    let accepted = 0;
    fc.assert(
      fc.property(fc.record({ accent: ink, background: area, surface: area, text: ink }), (colors) => {
        const theme = { light: {}, dark: {}, [scheme]: colors };
        if (findThemeProblems(theme).length > 0) return;
        accepted += 1;
        const palette = derivePalette(colors, scheme);
        for (const ground of GROUNDS) {
          for (const ink of ['ink', 'ink-2', 'ink-3', 'accent', 'danger', 'warn'] as const)
            expect(contrastOf(palette[ink], palette[ground])).toBeGreaterThanOrEqual(4.5);
          expect(contrastOf(palette['field-line'], palette[ground])).toBeGreaterThanOrEqual(3);
        }
        expect(contrastOf(palette['accent-ink'], palette.accent)).toBeGreaterThanOrEqual(4.5);
        expect(contrastOf(palette['accent-ink'], palette['accent-hover'])).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: 400 },
    );
    expect(accepted).toBeGreaterThan(20);
    expect(accepted).toBeLessThan(400);
  });
});

describe('the theme', () => {
  it('of the app itself has no problem', () => {
    expect(findThemeProblems({ light: {}, dark: {} })).toEqual([]);
  });

  it('names the ratio of an accent that is too pale', () => {
    expect(findThemeProblems({ light: { accent: '#7fd4ff' }, dark: {} })).toEqual([
      'theme.light.accent: #7fd4ff has a contrast of 1.4:1 on #f3f1ea, the background. 4.5:1 is the minimum. Choose a darker text and accent, or a lighter background and surface.',
    ]);
  });

  it('names a dark area in the light scheme', () => {
    const problems = findThemeProblems({ light: { surface: '#202020' }, dark: {} });
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      'theme.light.text',
      'theme.light.accent',
      'theme.light.surface',
    ]);
  });
});
