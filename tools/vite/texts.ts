import { readFile } from 'node:fs/promises';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';
import type english from '../../src/i18n/en.json';
import type { Messages } from '../../src/i18n/texts.ts';

/** The texts of one language by chunk and key. */
type LanguageFile = typeof english;

/** A file of src/i18n and the chunk that a module imports: `en.json?app`. */
const REQUEST = /\/src\/i18n\/[a-z]{2}\.json\?(?:form|app|desk)$/;

export async function readTexts(language: string): Promise<LanguageFile> {
  return JSON.parse(await readFile(new URL(`../../src/i18n/${language}.json`, import.meta.url), 'utf8'));
}

export function compileTexts(texts: Readonly<Record<string, string>>): Messages {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compile(text)]));
}

/** Splits every language into the app's chunks and compiles its ICU messages, so that the app needs no message parser. */
export function splitTexts(): Plugin {
  return {
    name: 'causeway:split-texts',
    transform: {
      filter: { id: REQUEST },
      // Vite has already turned the file into a module with all of its texts.
      handler: async (_code, id) => {
        const [path = '', chunk = ''] = id.split('?');
        const texts = JSON.parse(await readFile(path, 'utf8'));
        return { code: `export default ${JSON.stringify(compileTexts(texts[chunk]))};`, map: null };
      },
    },
  };
}
