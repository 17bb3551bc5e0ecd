import * as v from 'valibot';
import { ownPath, settings, text } from '../values.ts';
import { color, contrastOf, ratioText } from './colors.ts';
import type { Scheme, SchemeColors } from './palette.ts';
import { DEFAULT_COLORS, derivePalette, GROUNDS, MIN_TEXT } from './palette.ts';

const schemeColors = settings({
  accent: v.optional(color),
  background: v.optional(color),
  surface: v.optional(color),
  text: v.optional(color),
});

const fontFile = settings({
  path: ownPath,
  weight: v.optional(
    text(/^\d{3,4}(?: \d{3,4})?$/, 'must be a weight such as "400", or a range such as "100 900"'),
    '400',
  ),
});

export const themeConfig = settings({
  light: v.optional(schemeColors, {}),
  dark: v.optional(schemeColors, {}),
  font: v.optional(
    settings({
      family: text(/^[A-Za-z\d][\w -]{0,63}$/, 'must be the name of a font family, without quotes or commas'),
      files: v.pipe(v.array(fontFile), v.minLength(1)),
    }),
  ),
});

export type ThemeConfig = v.InferOutput<typeof themeConfig>;

export const DEFAULT_THEME: ThemeConfig = { light: {}, dark: {} };

const SCHEMES: readonly Scheme[] = ['light', 'dark'];

/** The four colours of a scheme, the app's own where the configuration has none. */
export function colorsOf(theme: ThemeConfig, scheme: Scheme): SchemeColors {
  const { accent, background, surface, text } = DEFAULT_COLORS[scheme];
  const chosen = theme[scheme];
  return {
    accent: chosen.accent ?? accent,
    background: chosen.background ?? background,
    surface: chosen.surface ?? surface,
    text: chosen.text ?? text,
  };
}

type Pair = { readonly key: keyof SchemeColors; readonly color: string; readonly on: string; readonly where: string };

const GROUND_NAMES: Readonly<Record<(typeof GROUNDS)[number], string>> = {
  paper: 'the background',
  surface: 'the surface',
  sunk: 'a field',
  hover: 'a surface under the pointer',
  'accent-soft': 'the soft shade of the accent',
  'danger-soft': 'the soft shade of an error',
  'warn-soft': 'the soft shade of a warning',
};

function pairsOf(colors: SchemeColors, scheme: Scheme): readonly Pair[] {
  const palette = derivePalette(colors, scheme);
  const { text, accent, danger, warn } = { ...colors, ...palette };
  const areas = GROUNDS.map((name) => ({ on: palette[name], where: GROUND_NAMES[name] }));
  const onButton = { color: palette['accent-ink'], on: palette['accent-hover'], where: 'a button under the pointer' };
  return [
    ...areas.map((area): Pair => ({ key: 'text', color: text, ...area })),
    ...areas.map((area): Pair => ({ key: 'accent', color: accent, ...area })),
    { key: 'accent', ...onButton },
    // The colours of errors and warnings are the app's own, so the area has to fit.
    ...[danger, warn].flatMap((color) => areas.map((area): Pair => ({ key: 'surface', color, ...area }))),
  ];
}

/** Finds every unreadable colour of both schemes. For each, the first area that it fails on is enough to correct it. */
export function findThemeProblems(theme: ThemeConfig): readonly string[] {
  return SCHEMES.flatMap((scheme) => {
    const weak = pairsOf(colorsOf(theme, scheme), scheme).filter(({ color, on }) => contrastOf(color, on) < MIN_TEXT);
    const first = weak.filter(({ key }, index) => weak.findIndex((other) => other.key === key) === index);
    const [inks, areas] = scheme === 'light' ? ['darker', 'lighter'] : ['lighter', 'darker'];
    return first.map(
      ({ key, color, on, where }) =>
        `theme.${scheme}.${key}: ${color} has a contrast of ${ratioText(contrastOf(color, on))} on ${on}, ${where}. ` +
        `${MIN_TEXT}:1 is the minimum. Choose a ${inks} text and accent, or a ${areas} background and surface.`,
    );
  });
}

/** Titles lie on the background of the frame itself. */
export function findBackgroundProblems(
  background: Readonly<Record<Scheme, string>>,
  theme: ThemeConfig,
): readonly string[] {
  return SCHEMES.flatMap((scheme) => {
    const palette = derivePalette(colorsOf(theme, scheme), scheme);
    const ground = background[scheme];
    const weak = [palette.ink, palette['ink-2'], palette.accent].find((ink) => contrastOf(ink, ground) < MIN_TEXT);
    if (weak === undefined) return [];
    const ratio = ratioText(contrastOf(weak, ground));
    const advice = scheme === 'light' ? 'lighter' : 'darker';
    return [
      `embed.background.${scheme}: ${weak}, a text, has a contrast of ${ratio} on ${ground}. ${MIN_TEXT}:1 is the minimum. Choose a ${advice} background.`,
    ];
  });
}
