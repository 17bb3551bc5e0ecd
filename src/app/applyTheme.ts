import type { Theme } from '#shared/config/theme.ts';

/** Sets the colours and the font of the installation, before the app renders. */
export function applyTheme({ variables, family, fontFiles }: Theme): void {
  const { style } = document.documentElement;
  for (const [name, value] of Object.entries(variables)) style.setProperty(name, value);
  for (const { path, weight } of fontFiles) {
    // A text shows in the font of the system until the file has loaded.
    document.fonts.add(new FontFace(family, `url("${path}")`, { weight, display: 'swap' }));
  }
}
