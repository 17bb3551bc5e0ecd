import type { Theme } from '#shared/config/theme.ts';

/** Applies the installation's colours and font before the app renders. */
export function applyTheme({ variables, family, fontFiles }: Theme): void {
  const { style } = document.documentElement;
  for (const [name, value] of Object.entries(variables)) style.setProperty(name, value);
  for (const { path, weight } of fontFiles) {
    // Text shows in the system's font until the file has loaded.
    document.fonts.add(new FontFace(family, `url("${path}")`, { weight, display: 'swap' }));
  }
}
