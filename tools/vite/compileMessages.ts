import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';
import { transformWithOxc } from 'vite';

const CATALOG = /\/src\/i18n\/\w+\/[a-z]{2}\.ts$/;

/** Runs the module of one language: it exports texts and imports types only. */
export async function readMessages(code: string, path: string): Promise<Readonly<Record<string, string>>> {
  const script = await transformWithOxc(code, path);
  const { messages } = await import(`data:text/javascript,${encodeURIComponent(script.code)}`);
  return messages;
}

/** Compiles the ICU messages of each catalogue, so that the app loads no message parser. */
export function compileMessages(): Plugin {
  return {
    name: 'causeway:compile-messages',
    enforce: 'pre',
    transform: {
      filter: { id: CATALOG },
      handler: async (code, path) => {
        const messages = await readMessages(code, path);
        const compiled = Object.entries(messages).map(([key, text]) => [key, compile(text)]);
        return { code: `export const messages = ${JSON.stringify(Object.fromEntries(compiled))};`, map: null };
      },
    },
  };
}
