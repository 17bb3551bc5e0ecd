import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Scheme } from './theme.ts';
import { contrastOf, findThemeProblems, OWN_COLORS } from './theme.ts';

const css = readFileSync(new URL('../../src/ui/tokens.css', import.meta.url), 'utf8');
/** Every colour in tokens.css: a hex colour for each scheme, or a mix of others. */
const tokens = new Map(
  [...css.matchAll(/--([\w-]+):\s*((?:light-dark|color-mix)\([^;]*)/g)]
    .map(([, name = '', value = '']) => [name, value.replace(/\s+/g, ' ')] as const)
    .filter(([, value]) => !value.includes('rgb(')),
);
const TOKENS_OF = { accent: 'accent', background: 'paper', surface: 'surface', text: 'ink' } as const;

type Colors = Readonly<Record<keyof typeof TOKENS_OF, string>>;

/** The arguments of `a(b, c), d` between the commas outside brackets. */
function splitAtCommas(text: string): readonly string[] {
  let depth = 0;
  const parts = [''];
  for (const letter of text) {
    depth += Number(letter === '(') - Number(letter === ')');
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim());
}

const bytesOf = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
const hexText = (bytes: readonly number[]) => `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;

/** The values in tokens.css as a browser computes them. */
function compute(value: string, scheme: Scheme, colors: ReadonlyMap<string, string>): string {
  const of = (text: string) => compute(text, scheme, colors);
  if (value.startsWith('#')) return value;
  const [, name = '', inner = ''] = /^([\w-]+)\((.*)\)$/.exec(value) ?? [];
  const parts = splitAtCommas(inner);
  if (name === 'var') {
    const [token = '', fallback = ''] = parts.map((part) => part.replace(/^--/, ''));
    return colors.get(token) ?? of(tokens.get(token) ?? fallback);
  }
  if (name === 'light-dark') return of(parts[scheme === 'light' ? 0 : 1] ?? '');
  const [, color = '', percent = ''] = /^(.*) (\d+)%$/.exec(parts[1] ?? '') ?? [];
  if (name !== 'color-mix' || percent === '') throw new Error(`no colour: ${value}`);
  const [first, second] = [bytesOf(of(color)), bytesOf(of(parts[2] ?? ''))];
  const share = Number(percent) / 100;
  return hexText(first.map((byte, at) => Math.round(byte * share + (second[at] ?? 0) * (1 - share))));
}

/** The colours of a page whose installation has set four of them. */
function paletteOf(colors: Colors, scheme: Scheme) {
  const set = new Map(Object.entries(TOKENS_OF).map(([key, token]) => [token, colors[key as keyof Colors]]));
  return (token: string) => compute(`var(--${token})`, scheme, set);
}

const schemes: readonly Scheme[] = ['light', 'dark'];
const AREAS = ['paper', 'surface', 'sunk', 'hover', 'accent-soft', 'danger-soft', 'warn-soft'];
const TEXTS = ['ink', 'ink-2', 'ink-3', 'accent', 'danger', 'warn'];
const channel = (min: number, max: number) => fc.integer({ min, max });
const color = (min: number, max: number) =>
  fc.tuple(channel(min, max), channel(min, max), channel(min, max)).map(hexText);
/** Near the limits of what is accepted, so that many are accepted and many are not. */
const near: Record<Scheme, { ink: fc.Arbitrary<string>; text: fc.Arbitrary<string>; area: fc.Arbitrary<string> }> = {
  light: { ink: color(0, 120), text: color(0, 60), area: color(215, 255) },
  dark: { ink: color(140, 255), text: color(205, 255), area: color(0, 50) },
};

/** Between two areas, so that a person sees where one ends. Light ones have shadows too. */
const MIN_STEP = { light: 1.1, dark: 1.25 };
const MIN_STEP_OF_THEME = 1.15;

function expectReadable(colorOf: (token: string) => string): void {
  const contrast = (token: string, ground: string) => contrastOf(colorOf(token), colorOf(ground));
  for (const ground of AREAS) {
    for (const token of TEXTS) expect(contrast(token, ground), `${token} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    expect(contrast('field-line', ground), `the edge of a field on ${ground}`).toBeGreaterThanOrEqual(3);
  }
  for (const button of ['accent', 'accent-hover'])
    expect(contrast('accent-ink', button), `the text of a button on ${button}`).toBeGreaterThanOrEqual(4.5);
}

describe.each(schemes)('the %s colours of tokens.css', (scheme) => {
  it('match OWN_COLORS', () => {
    const { accent, background, surface, text, ...others } = OWN_COLORS[scheme];
    for (const [token, value] of Object.entries({ accent, paper: background, surface, ink: text, ...others }))
      expect(compute(`var(--${token})`, scheme, new Map()), token).toBe(value);
  });

  it('are readable', () => {
    expectReadable(paletteOf(OWN_COLORS[scheme], scheme));
  });

  it('are readable whenever the configuration is accepted', () => {
    const { ink, text, area } = near[scheme];
    let accepted = 0;
    fc.assert(
      fc.property(fc.record({ accent: ink, background: area, surface: area, text }), (colors) => {
        const theme = { light: {}, dark: {}, [scheme]: colors };
        if (findThemeProblems(theme).length > 0) return;
        accepted += 1;
        const colorOf = paletteOf(colors, scheme);
        expectReadable(colorOf);
        if (scheme === 'dark')
          expect(contrastOf(colorOf('hover'), colors.surface)).toBeGreaterThanOrEqual(MIN_STEP_OF_THEME);
      }),
      { numRuns: 1_000 },
    );
    expect(accepted).toBeGreaterThan(20);
    expect(accepted).toBeLessThan(900);
  });
});

it.each([
  ['dark', 'paper', 'surface'],
  ['dark', 'surface', 'sunk'],
  ['dark', 'surface', 'hover'],
  ['light', 'surface', 'hover'],
] as const)('the %s surfaces %s and %s differ visibly', (scheme, lower, upper) => {
  const colorOf = paletteOf(OWN_COLORS[scheme], scheme);
  expect(contrastOf(colorOf(lower), colorOf(upper))).toBeGreaterThanOrEqual(MIN_STEP[scheme]);
});

describe('the theme', () => {
  it('of the app itself has no problem', () => {
    expect(findThemeProblems()).toEqual([]);
  });

  it.each([
    [
      'an accent that is too pale',
      { light: { accent: '#7fd4ff' }, dark: {} },
      [
        'theme.light.accent: #7fd4ff has a contrast of 1.4:1 on #f3f1ea, the background. 4.6:1 is the minimum. Choose a darker text and accent, or a lighter background and surface.',
      ],
    ],
    [
      'a text whose shade for weak texts is unreadable',
      { light: {}, dark: { text: '#a8a8a8' } },
      [
        'theme.dark.text: its shade for weak texts, #787979 has a contrast of 4.5:1 on #070c0b, the background. 4.6:1 is the minimum. Choose a lighter text and accent, or a darker background and surface.',
      ],
    ],
  ])('names the ratio of %s', (_what, theme, problems) => {
    expect(findThemeProblems(theme)).toEqual(problems);
  });

  it('names a dark area in the light scheme', () => {
    const problems = findThemeProblems({ light: { surface: '#202020' }, dark: {} });
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      'theme.light.text',
      'theme.light.accent',
      'theme.light.surface',
    ]);
  });

  it('names the background of a frame on which titles are unreadable', () => {
    expect(findThemeProblems(undefined, { light: '#909090', dark: '#000000' })).toEqual([
      'embed.background.light: its shade for weak texts, #545f5b has a contrast of 2:1 on #909090, the frame. 4.6:1 is the minimum. Choose a lighter background.',
    ]);
  });
});
