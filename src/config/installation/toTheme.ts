import type { Scheme } from './palette.ts';
import { derivePalette } from './palette.ts';
import type { ThemeConfig } from './themeConfig.ts';
import { colorsOf } from './themeConfig.ts';

/** What the page needs before it shows anything. */
export type Theme = {
  /** Tokens of src/ui/tokens.css, such as `--accent`, for both schemes. */
  readonly variables: Readonly<Record<string, string>>;
  readonly family: string;
  readonly fontFiles: readonly { readonly path: string; readonly weight: string }[];
};

export function toTheme(config: ThemeConfig): Theme {
  const paletteOf = (scheme: Scheme) => derivePalette(colorsOf(config, scheme), scheme);
  const [light, dark] = [paletteOf('light'), paletteOf('dark')];
  const names = Object.keys(light) as (keyof typeof light)[];
  const colors = names.map((name) => [`--${name}`, `light-dark(${light[name]}, ${dark[name]})`] as const);
  const { family = '', files = [] } = config.font ?? {};
  const fonts = family === '' ? [] : [['--font', `"${family}", ui-sans-serif, system-ui, sans-serif`] as const];
  return { variables: Object.fromEntries([...colors, ...fonts]), family, fontFiles: files };
}
