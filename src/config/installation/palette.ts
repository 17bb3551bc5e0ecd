import { contrastOf, mix } from './colors.ts';

/** The colours that an installation chooses for one scheme. */
export type SchemeColors = {
  readonly accent: string;
  readonly background: string;
  readonly surface: string;
  readonly text: string;
};

export type Scheme = 'light' | 'dark';

type Defaults = SchemeColors & { readonly danger: string; readonly warn: string };

/** The colours of src/ui/tokens.css from which the others follow. A test compares them. */
export const DEFAULT_COLORS: Readonly<Record<Scheme, Defaults>> = {
  light: {
    ...{ accent: '#0b6b5b', background: '#f3f1ea', surface: '#ffffff', text: '#10201d' },
    ...{ danger: '#b3261e', warn: '#835400' },
  },
  dark: {
    ...{ accent: '#5ad8bb', background: '#070c0b', surface: '#1c2826', text: '#eaf2ef' },
    ...{ danger: '#ffa197', warn: '#f0c068' },
  },
};

/** WCAG 2.2 AA, for text. */
export const MIN_TEXT = 4.5;
/** WCAG 2.2 AA, for the edge of a field. */
const MIN_EDGE = 3;
/** Between two areas, so that a person sees where one ends. */
const MIN_STEP: Readonly<Record<Scheme, number>> = { light: 1.1, dark: 1.26 };

const STEPS = 40;

/** The first mix towards the text that fits, so that weak text and thin lines stay as weak as they may be. */
function firstMix(base: string, text: string, search: { from: number; fits: (color: string) => boolean }): string {
  const { from, fits } = search;
  const mixes = Array.from({ length: STEPS }, (_, index) => mix(base, text, from + ((1 - from) * index) / STEPS));
  return mixes.find(fits) ?? text;
}

function inkOn(...accents: readonly string[]): string {
  const weakest = (ink: string) => Math.min(...accents.map((accent) => contrastOf(ink, accent)));
  return weakest('#ffffff') >= weakest('#000000') ? '#ffffff' : '#000000';
}

/** The areas that texts lie on. */
export const GROUNDS = ['paper', 'surface', 'sunk', 'hover', 'accent-soft', 'danger-soft', 'warn-soft'] as const;

/** Derives the tokens of src/ui/tokens.css for one scheme. */
export function derivePalette({ accent, background, surface, text }: SchemeColors, scheme: Scheme) {
  const { danger, warn } = DEFAULT_COLORS[scheme];
  const soft = (color: string) => mix(surface, color, scheme === 'light' ? 0.1 : 0.14);
  const grounds = {
    paper: background,
    surface,
    sunk: mix(background, surface, 0.15),
    hover: firstMix(surface, text, { from: 0.05, fits: (color) => contrastOf(color, surface) >= MIN_STEP[scheme] }),
    'accent-soft': soft(accent),
    'danger-soft': soft(danger),
    'warn-soft': soft(warn),
  };
  const onAll = (minimum: number) => (color: string) =>
    GROUNDS.every((name) => contrastOf(color, grounds[name]) >= minimum);
  const accentHover = mix(accent, text, 0.18);
  return {
    ...grounds,
    ink: text,
    'ink-2': firstMix(surface, text, { from: 0.76, fits: onAll(MIN_TEXT) }),
    'ink-3': firstMix(surface, text, { from: 0.62, fits: onAll(MIN_TEXT) }),
    line: mix(surface, text, scheme === 'light' ? 0.12 : 0.16),
    'line-strong': mix(surface, text, scheme === 'light' ? 0.22 : 0.26),
    'field-line': firstMix(surface, text, { from: 0.4, fits: onAll(MIN_EDGE) }),
    accent,
    'accent-hover': accentHover,
    'accent-ink': inkOn(accent, accentHover),
    danger,
    warn,
    land: mix(background, text, scheme === 'light' ? 0.1 : 0.12),
  };
}
