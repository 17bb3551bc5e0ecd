// The texts of the screen, from one file per language, such as en.json. The build (tools/vite/texts.ts) splits it into
// the app's chunks. texts.ts formats texts; formats.ts formats numbers, amounts and times.

import { createContext, use, useContext } from 'react';
import type { Language } from '#shared/languages.ts';
import { DEFAULT_LANGUAGE } from '#shared/languages.ts';
import type { TextFiles } from './textLoader.ts';
import { createTextLoader } from './textLoader.ts';
import type { Chunk, Messages, Texts, Where } from './texts.ts';
import { createTexts } from './texts.ts';

export type LanguageChoice = {
  readonly language: Language;
  /** The locale of numbers and dates. */
  readonly locale: string;
  /** Rejects if the language's texts do not load. The screen then keeps its language. */
  readonly choose: (language: Language) => Promise<void>;
};

export const LanguageContext = createContext<LanguageChoice>({
  language: DEFAULT_LANGUAGE,
  locale: DEFAULT_LANGUAGE,
  choose: () => Promise.resolve(),
});

export const useLanguage = (): LanguageChoice => useContext(LanguageContext);

const formTexts: TextFiles = import.meta.glob<Messages>('./??.json', { query: '?form', import: 'default' });

// One for the page, because code outside of a render needs the language too.
export const textLoader = createTextLoader(async (chunk) =>
  chunk === 'form' ? formTexts : (await import('./laterTexts.ts')).laterTexts[chunk],
);

const kept = new Map<string, unknown>();

/**
 * A chunk's texts, created once for the page. Each row of a list asks for them, and creating the formats of a locale
 * takes the browser a tenth of a millisecond.
 */
function keep<C extends Chunk>(chunk: C, where: Where, messages: readonly Messages[]): Texts<C> {
  const key = `${chunk} ${where.language} ${where.locale}`;
  const texts = kept.get(key) ?? createTexts<C>(Object.assign({}, ...messages), where);
  kept.set(key, texts);
  // The key names the chunk, so these are its texts.
  return texts as Texts<C>;
}

/** A chunk's texts in any language. A `lazyChunk` has loaded those in the screen's language before it shows. */
export function useTextsIn<C extends Chunk>(chunk: C, where: Where): Texts<C> {
  const messages = textLoader.lastLoads(chunk, where.language).map((load) => use(load));
  return keep(chunk, where, messages);
}

/** A chunk's texts in the language of the screen. */
export function useTexts<C extends Chunk>(chunk: C): Texts<C> {
  return useTextsIn(chunk, useLanguage());
}

/**
 * The texts before the first render; null until they have loaded, and after a failure. For notices that must always
 * show.
 */
export function useLoadedTexts(): Texts<'form'> | null {
  const where = useLanguage();
  const messages = textLoader.peek('form', where.language);
  return messages && keep('form', where, [messages]);
}
