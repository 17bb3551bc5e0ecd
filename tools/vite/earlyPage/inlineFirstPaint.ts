import { readFile } from 'node:fs/promises';
import type { Plugin, ResolvedConfig, Rolldown } from 'vite';
import { minify } from 'vite';
import { LANGUAGES } from '../../../shared/languages.ts';
import { OLDEST_BROWSERS } from '../../../shared/oldestBrowsers.ts';
import { readTexts } from '../texts.ts';
import { renderEarlyPage } from './renderEarlyPage.ts';

type OutputBundle = Rolldown.OutputBundle;
type OutputChunk = Rolldown.OutputChunk;

/** Where index.html wants the script that runs before the first paint. */
const FIRST_PAINT = '<!-- firstPaint.js -->';
/** In a build, the head's script requests the settings. */
const PRELOAD = /\s*<link rel="preload" href="\/config\.json"[^>]*>/;
const STYLES = /<link rel="stylesheet"[^>]* href="\/([^"]+)">/;

async function minified(name: string, code: string): Promise<string> {
  return (await minify(name, code)).code.trim();
}

/** The texts that the markup uses, by language. */
async function textsOf(markup: string): Promise<string> {
  const keys = new Set(Array.from(markup.matchAll(/data-(?:text|label)="(\w+)"/g), ([, key = '']) => key));
  const texts = Object.keys(LANGUAGES).map(async (language) => {
    const { form } = await readTexts(language);
    return [language, Object.fromEntries(Object.entries(form).filter(([key]) => keys.has(key)))];
  });
  return JSON.stringify(Object.fromEntries(await Promise.all(texts)));
}

/** The paths of each language's texts in the build: the form's, then the others. */
function textFilesOf(bundle: OutputBundle, base: string): string {
  const files = Object.keys(LANGUAGES).map((language) => {
    const paths = ['form', 'app', 'desk'].map((texts) => {
      const isFile = ({ facadeModuleId }: OutputChunk) =>
        facadeModuleId?.endsWith(`/src/i18n/${language}.json?${texts}`);
      const chunk = chunksOf(bundle).find(isFile);
      if (!chunk) throw new Error(`The build has no file with the ${texts} texts for ${language}.`);
      return base + chunk.fileName;
    });
    return [language, paths];
  });
  return JSON.stringify(Object.fromEntries(files));
}

/** The paths of the scripts and styles of the receipts page that the entry chunk lacks. */
function deskFilesOf(bundle: OutputBundle, base: string): string {
  const chunks = new Map(chunksOf(bundle).map((chunk) => [chunk.fileName, chunk]));
  const page = chunksOf(bundle).find(({ moduleIds }) =>
    moduleIds.some((id) => id.endsWith('/receipts/ReceiptsPage.tsx')),
  );
  if (!page) throw new Error('The build has no receipts page.');
  const later = [page.fileName, ...page.imports].flatMap((name) => chunks.get(name) ?? []).filter(isLater);
  const files = later.flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])]);
  return JSON.stringify(files.map((file) => base + file));
}

const chunksOf = (bundle: OutputBundle) => Object.values(bundle).filter((one) => one.type === 'chunk');
/** index.html itself loads the entry and the runtime, which every other chunk imports. */
const isLater = ({ isEntry, imports }: OutputChunk) => !isEntry && imports.length > 0;

/** The script that chooses the language, the direction and the theme. */
export async function firstPaintScript(): Promise<string> {
  const source = await readFile(new URL('./firstPaint.js', import.meta.url), 'utf8');
  const languages = Object.entries(LANGUAGES).map(([code, { tag, direction }]) => [code, [tag, direction]]);
  return source.replaceAll(' LANGUAGES;', () => ` ${JSON.stringify(Object.fromEntries(languages))};`);
}

/** The script that shows a sentence instead of the app in a browser that is too old for it. */
export async function refuseOldBrowserScript(): Promise<string> {
  const source = await readFile(new URL('./refuseOldBrowser.js', import.meta.url), 'utf8');
  const texts = Object.entries(LANGUAGES).map(async ([language, { tag }]) => {
    const { tooOldTitle, tooOldText } = (await readTexts(language)).app;
    const browsers = new Intl.ListFormat(tag, { type: 'disjunction' }).format(OLDEST_BROWSERS);
    return [language, [tooOldTitle, tooOldText.replace('{browsers}', browsers)]];
  });
  const code = source.replace(' TEXTS;', ` ${JSON.stringify(Object.fromEntries(await Promise.all(texts)))};`);
  // By default, the minifier writes syntax that older browsers cannot parse.
  const options = { compress: { target: 'es2015' }, codegen: false } as const;
  return (await minify('refuseOldBrowser.js', code, options)).code.trim();
}

async function headOf({ texts, desk }: { readonly texts: string; readonly desk: string }): Promise<string> {
  const first = await minified('firstPaint.js', await firstPaintScript());
  const source = await readFile(new URL('./askEarly.js', import.meta.url), 'utf8');
  const ask = await minified(
    'askEarly.js',
    source.replaceAll('TEXT_FILES', () => texts).replaceAll('DESK_FILES', () => desk),
  );
  return `<script>${first}</script><script>${ask}</script>`;
}

async function bodyOf(markup: string): Promise<string> {
  const source = await readFile(new URL('./fillEarlyPage.js', import.meta.url), 'utf8');
  const script = await minified('fillEarlyPage.js', source.replaceAll('TEXTS', await textsOf(markup)));
  return `<div id="early">${markup}</div><script>${script}</script>`;
}

/**
 * Writes everything that the first paint needs into index.html: the early page, its styles and its scripts. The host's first
 * answer then shows the form without further requests. The host allows the scripts and styles by their hashes
 * (service/host/securityHeaders.ts).
 */
export function inlineFirstPaint(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'causeway:inline-first-paint',
    apply: 'build',
    enforce: 'post',
    configResolved: (resolved) => {
      config = resolved;
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { bundle = {} }) => {
        const [link, file = ''] = STYLES.exec(html) ?? [];
        const styles = bundle[file];
        if (!link || styles?.type !== 'asset') throw new Error('index.html links no style sheet of the build.');
        const head = await headOf({ texts: textFilesOf(bundle, config.base), desk: deskFilesOf(bundle, config.base) });
        const body = await bodyOf(await renderEarlyPage());
        const last = await refuseOldBrowserScript();
        // In a replacement string, "$&" would have a special meaning.
        return html
          .replace(link, () => `<meta name="inlined" content="${config.base}${file}"><style>${styles.source}</style>`)
          .replace(FIRST_PAINT, () => head)
          .replace(PRELOAD, '')
          .replace('<body>', () => `<body>${body}`)
          .replace('</body>', () => `<script>${last}</script></body>`);
      },
    },
  };
}

/** Runs the script before the first paint in development, which has no early page. */
export function runFirstPaint(): Plugin {
  return {
    name: 'causeway:run-first-paint',
    apply: 'serve',
    transformIndexHtml: async (html) => {
      const script = await firstPaintScript();
      return html.replace(FIRST_PAINT, () => `<script>${script}</script>`);
    },
  };
}
