import { join } from 'node:path';
import * as v from 'valibot';
import { readIfThere } from './securityHeaders.ts';

/** The name in the built files. */
const BUILT_NAME = 'Causeway';

const color = v.pipe(v.string(), v.regex(/^#[0-9a-fA-F]{6}$/));
const colors = v.optional(v.object({ background: v.optional(color) }), {});

const settings = v.object({
  brand: v.optional(v.object({ name: v.pipe(v.string(), v.maxLength(64)) })),
  theme: v.optional(v.object({ light: colors, dark: colors }), {}),
});

/** The files that name the installation before the app has read `/config.json`. Null while the build lacks the file. */
type Brand = {
  readonly page: (webDir: string) => string | null;
  readonly manifest: (webDir: string) => string | null;
};

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (mark) => ESCAPES[mark] ?? mark);

/** @returns null if the configuration has neither another name nor a background, so that the built files fit */
function readBrand(config: unknown): Brand | null {
  const read = v.safeParse(settings, config);
  if (!read.success) return null;
  const { brand, theme } = read.output;
  const backgrounds = { light: theme.light?.background, dark: theme.dark?.background };
  const isNamed = brand !== undefined && brand.name !== BUILT_NAME;
  if (!isNamed && !backgrounds.light && !backgrounds.dark) return null;
  return {
    // Read on each request, because a newer build has other scripts.
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
  const named = name === undefined ? page : page.replaceAll(BUILT_NAME, () => escapeHtml(name));
  return Object.entries(backgrounds).reduce((html, [scheme, background]) => {
    const color = new RegExp(`(<meta name="theme-color" media="\\(prefers-color-scheme: ${scheme}\\)" content=")[^"]*`);
    return background === undefined ? html : html.replace(color, (_match, start: string) => `${start}${background}`);
  }, named);
}

const merging_HOST_safeManifestSettings = v.object({
  brand: v.optional(v.object({ name: v.string() }), { name: BUILT_NAME }),
  wallets: v.optional(v.object({ safe: v.optional(v.boolean(), false) }), {}),
});

const ICON = '/icon.svg';

/** The files that a Safe interface fetches from its own origin before it shows an app. */
type SafeFiles = {
  readonly paths: ReadonlySet<string>;
  /** `/manifest.json`, as Safe apps describe themselves: https://help.safe.global/en/articles/145503 */
  readonly manifest: string;
};

/** @returns null if the configuration doesn't offer the app to Safes */
export function readSafeFiles(config: unknown): SafeFiles | null {
  const read = v.safeParse(merging_HOST_safeManifestSettings, config);
  if (!read.success || !read.output.wallets.safe) return null;
  const { name } = read.output.brand;
  const manifest = { name, description: 'Bridge tokens between chains.', iconPath: ICON.slice(1) };
  return { paths: new Set(['/manifest.json', ICON]), manifest: JSON.stringify(manifest) };
}

/** An answer that the host writes from the configuration instead of sending a file of the build. */
export type WrittenFile = { readonly type: string; readonly text: string; readonly cache: string };

// Like sirv: a path without a dot in its last segment is a page of the app.
const FILE = /\/[^/]*\.\w+$/;
export const isPage = (path: string) => path === '/index.html' || !(FILE.test(path) || path.startsWith('/brand/'));

type Inputs = { readonly config: string; readonly webDir: string; readonly safeFiles: SafeFiles | null };

/** @returns a function that finds the written file for a path, or null if the build has the file */
export function createWrittenFiles({ config, webDir, safeFiles }: Inputs): (path: string) => WrittenFile | null {
  const brand = readBrand(JSON.parse(config));
  const json = (text: string): WrittenFile => ({ type: 'application/json', text, cache: 'no-store' });
  const branded = (type: string, text: string | null) => (text === null ? null : { type, text, cache: 'no-cache' });
  return (path) => {
    if (path === '/config.json') return json(config);
    if (path === '/manifest.json' && safeFiles) return json(safeFiles.manifest);
    if (!brand) return null;
    if (path === '/manifest.webmanifest') return branded('application/manifest+json', brand.manifest(webDir));
    return isPage(path) ? branded('text/html', brand.page(webDir)) : null;
  };
}
