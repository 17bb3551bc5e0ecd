import { join } from 'node:path';
import * as v from 'valibot';
import { readIfThere } from './readIfThere.ts';

const color = v.pipe(v.string(), v.regex(/^#[0-9a-fA-F]{6}$/));
const colors = v.optional(v.object({ background: v.optional(color) }), {});

const settings = v.object({
  brand: v.optional(v.object({ name: v.pipe(v.string(), v.maxLength(64)) })),
  theme: v.optional(v.object({ light: colors, dark: colors }), {}),
});

/** The files that name the installation before the app has read `/config.json`. Null while the build has no such file. */
export type Brand = {
  readonly page: (webDir: string) => string | null;
  readonly manifest: (webDir: string) => string | null;
};

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (mark) => ESCAPES[mark] ?? mark);

/** @returns null where the configuration has neither a name nor a background, so that the built files fit */
export function readBrand(config: unknown): Brand | null {
  const read = v.safeParse(settings, config);
  if (!read.success) return null;
  const { brand, theme } = read.output;
  const backgrounds = { light: theme.light?.background, dark: theme.dark?.background };
  if (!brand && !backgrounds.light && !backgrounds.dark) return null;
  return {
    // Read on each request, because a newer build names other scripts.
    page: (webDir) => {
      const page = readIfThere(join(webDir, 'index.html'));
      return page === null ? null : brandPage(page, brand?.name, backgrounds);
    },
    manifest: (webDir) => {
      const text = readIfThere(join(webDir, 'manifest.webmanifest'));
      if (text === null) return null;
      const manifest = JSON.parse(text);
      const { name = manifest.name } = brand ?? {};
      const background = backgrounds.light ?? manifest.background_color;
      return JSON.stringify({
        ...manifest,
        name,
        short_name: name,
        background_color: background,
        theme_color: background,
      });
    },
  };
}

type Backgrounds = { readonly light: string | undefined; readonly dark: string | undefined };

function brandPage(page: string, name: string | undefined, backgrounds: Backgrounds): string {
  const named = name === undefined ? page : page.replaceAll('Causeway', () => escapeHtml(name));
  return Object.entries(backgrounds).reduce((html, [scheme, background]) => {
    const color = new RegExp(`(<meta name="theme-color" media="\\(prefers-color-scheme: ${scheme}\\)" content=")[^"]*`);
    return background === undefined ? html : html.replace(color, (_match, start: string) => `${start}${background}`);
  }, named);
}
