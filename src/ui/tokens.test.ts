import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const TOKEN = /--([\w-]+): light-dark\(#(\w{6}), #(\w{6})\)/g;
const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const colors = new Map(
  [...css.matchAll(TOKEN)].map(([, name = '', light = '', dark = '']) => [name, { light, dark }] as const),
);

const GROUNDS = ['paper', 'surface', 'sunk', 'hover', 'accent-soft', 'danger-soft', 'warn-soft'];
const INKS = ['ink', 'ink-2', 'ink-3', 'accent', 'danger', 'warn'];
const MIN_TEXT = 4.5;
const MIN_EDGE = 3;
/** Between two dark surfaces, so that a person sees where one ends. Light surfaces have shadows. */
const MIN_STEP = 1.25;

type Scheme = 'light' | 'dark';

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string, scheme: Scheme): number {
  const [light = 0, dark = 0] = [one, other]
    .map((name) => luminance(colors.get(name)?.[scheme] ?? 'no such token'))
    .sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

describe.each<Scheme>(['light', 'dark'])('the %s colours', (scheme) => {
  test.each(GROUNDS)('show every text on %s with a contrast of 4.5', (ground) => {
    const unreadable = INKS.filter((ink) => !(contrast(ink, ground, scheme) >= MIN_TEXT));
    expect(unreadable).toEqual([]);
  });

  test.each(GROUNDS)('show the edge of a field on %s with a contrast of 3', (ground) => {
    expect(contrast('field-line', ground, scheme)).toBeGreaterThanOrEqual(MIN_EDGE);
  });

  test('show the text of a primary button with a contrast of 4.5', () => {
    expect(contrast('accent-ink', 'accent', scheme)).toBeGreaterThanOrEqual(MIN_TEXT);
    expect(contrast('accent-ink', 'accent-hover', scheme)).toBeGreaterThanOrEqual(MIN_TEXT);
  });
});

test.each([
  ['paper', 'surface'],
  ['surface', 'sunk'],
  ['surface', 'hover'],
] as const)('the dark surfaces %s and %s differ visibly', (lower, upper) => {
  expect(contrast(lower, upper, 'dark')).toBeGreaterThanOrEqual(MIN_STEP);
});
