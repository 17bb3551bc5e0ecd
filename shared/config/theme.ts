import * as v from 'valibot';
import { ownPath, settings, text } from './values.ts';

export const color = v.pipe(
  text(/^#[0-9a-fA-F]{6}$/, 'must be a colour of six hex digits, such as "#0b6b5b"'),
  v.toLowerCase(),
);

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

type ThemeConfig = v.InferOutput<typeof themeConfig>;

/** What the page needs before it shows anything. */
export type Theme = {
  /** Tokens of src/ui/tokens.css, such as `--accent-light`. */
  readonly variables: Readonly<Record<string, string>>;
  readonly family: string;
  readonly fontFiles: readonly { readonly path: string; readonly weight: string }[];
};

const SCHEMES = ['light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

/** The colours in src/ui/tokens.css that aren't mixed from others. An installation can replace the first four. */
export const OWN_COLORS = {
  light: {
    ...{ accent: '#0b6b5b', background: '#f3f1ea', surface: '#ffffff', text: '#10201d' },
    ...{ danger: '#b3261e', 'danger-soft': '#fceceb', warn: '#835400', 'warn-soft': '#faf0d9' },
  },
  dark: {
    ...{ accent: '#5ad8bb', background: '#070c0b', surface: '#1c2826', text: '#eaf2ef' },
    ...{ danger: '#ffa197', 'danger-soft': '#46211e', warn: '#f0c068', 'warn-soft': '#3b2f12' },
  },
} as const;

type Colors = Readonly<Record<keyof (typeof OWN_COLORS)['light'], string>>;

function colorsOf(theme: ThemeConfig, scheme: Scheme): Colors {
  const chosen = Object.entries(theme[scheme]).filter(([, value]) => value !== undefined);
  return { ...OWN_COLORS[scheme], ...Object.fromEntries(chosen) };
}

export function toTheme(config: ThemeConfig): Theme {
  const tokens = { accent: 'accent', background: 'paper', surface: 'surface', text: 'ink' } as const;
  const keys = Object.keys(tokens) as (keyof typeof tokens)[];
  const colors = SCHEMES.flatMap((scheme) => {
    const own = colorsOf(config, scheme);
    return keys.map((key) => [`--${tokens[key]}-${scheme}`, own[key]] as const);
  });
  const { family = '', files = [] } = config.font ?? {};
  const fonts = family === '' ? [] : [['--font', `"${family}", ui-sans-serif, system-ui, sans-serif`] as const];
  return { variables: Object.fromEntries([...colors, ...fonts]), family, fontFiles: files };
}

const channelsOf = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(hex).map((byte) => {
    const share = byte / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of two colours, 1 to 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrastOf(first: string, second: string): number {
  const [low = 0, high = 0] = [luminanceOf(first), luminanceOf(second)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Like `color-mix(in srgb, color percent%, base)`. */
function mix(color: string, percent: number, base: string): string {
  const from = channelsOf(base);
  const bytes = channelsOf(color).map((byte, at) =>
    Math.round((byte * percent + (from[at] ?? 0) * (100 - percent)) / 100),
  );
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** WCAG 2.2 AA requires 4.5. The rest is a margin for browsers that round a mix differently. */
const MIN_TEXT = 4.6;
/** WCAG 2.2 AA requires 3 for the edge of a field. */
const MIN_EDGE = 3.1;

type Ink = {
  readonly key: 'text' | 'accent' | 'surface';
  readonly name: string;
  readonly ink: string;
  readonly least: number;
};
type Area = readonly [name: string, color: string];

/** The inks of src/ui/tokens.css, by the setting to change if one is too weak. Of mixes, the weakest is enough. */
function inksOf({ text, background, accent, danger, warn }: Colors): readonly Ink[] {
  return [
    { key: 'text', name: '', ink: text, least: MIN_TEXT },
    { key: 'text', name: 'its shade for weak texts, ', ink: mix(text, 70, background), least: MIN_TEXT },
    { key: 'text', name: 'its shade for the edge of a field, ', ink: mix(text, 55, background), least: MIN_EDGE },
    { key: 'accent', name: '', ink: accent, least: MIN_TEXT },
    // The colours of errors and warnings are the app's own, so the area has to match.
    { key: 'surface', name: 'the colour of errors, ', ink: danger, least: MIN_TEXT },
    { key: 'surface', name: 'the colour of warnings, ', ink: warn, least: MIN_TEXT },
  ];
}

/** The areas of src/ui/tokens.css that text is on. */
function areasOf(colors: Colors, scheme: Scheme): readonly Area[] {
  const { text, background, surface, accent } = colors;
  const isLight = scheme === 'light';
  return [
    ['the background', background],
    ['the surface', surface],
    ['a surface under the pointer', isLight ? mix(text, 6, mix(surface, 50, background)) : mix(text, 11, surface)],
    ['the soft shade of the accent', isLight ? mix(accent, 13, surface) : mix(accent, 24, background)],
    ['the soft shade of an error', colors['danger-soft']],
    ['the soft shade of a warning', colors['warn-soft']],
  ];
}

function describeWeak(path: string, { name, ink, least }: Ink, [where, on]: Area): readonly string[] {
  const ratio = contrastOf(ink, on);
  if (ratio >= least) return [];
  // Rounded down: 4.59 does not become 4.6.
  const shown = `${Math.floor(ratio * 10) / 10}:1`;
  return [`${path}: ${name}${ink} has a contrast of ${shown} on ${on}, ${where}. ${least}:1 is the minimum.`];
}

function pairsOf(colors: Colors, scheme: Scheme): readonly (readonly [Ink, Area])[] {
  const { text, background, surface, accent } = colors;
  const ink = scheme === 'light' ? surface : background;
  const label: Ink = { key: 'accent', name: 'the text of a button, ', ink, least: MIN_TEXT };
  return [
    ...inksOf(colors).flatMap((ink) => areasOf(colors, scheme).map((area) => [ink, area] as const)),
    [label, ['a button under the pointer', mix(text, 25, accent)]],
  ];
}

/**
 * Finds every unreadable colour in both schemes. For each setting, the first area on which it fails is enough to
 * correct it.
 */
export function findThemeProblems(
  theme: ThemeConfig = { light: {}, dark: {} },
  frame: 'transparent' | Readonly<Record<Scheme, string>> = 'transparent',
): readonly string[] {
  return SCHEMES.flatMap((scheme) => {
    const colors = colorsOf(theme, scheme);
    const pairs = pairsOf(colors, scheme);
    const [stronger, weaker] = scheme === 'light' ? ['darker', 'lighter'] : ['lighter', 'darker'];
    const ofTheme = (['text', 'accent', 'surface'] as const).flatMap((key) =>
      pairs
        .filter(([ink]) => ink.key === key)
        .flatMap(([ink, area]) => describeWeak(`theme.${scheme}.${key}`, ink, area))
        .slice(0, 1)
        .map((problem) => `${problem} Choose a ${stronger} text and accent, or a ${weaker} background and surface.`),
    );
    if (frame === 'transparent') return ofTheme;
    // Titles are directly on the frame's background.
    const ofFrame = inksOf(colors)
      .filter(({ key }) => key !== 'surface')
      .flatMap((ink) => describeWeak(`embed.background.${scheme}`, ink, ['the frame', frame[scheme]]))
      .slice(0, 1)
      .map((problem) => `${problem} Choose a ${weaker} background.`);
    return [...ofTheme, ...ofFrame];
  });
}
