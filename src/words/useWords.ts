import { use, useMemo } from 'react';
import type { Catalog } from './createCatalog.ts';
import type { Words } from './createWords.ts';
import { createWords } from './createWords.ts';
import { useLanguage } from './language.ts';
import type { Language } from './languages.ts';
import type { Messages } from './messages.ts';

type Loadable = { readonly load: (language: Language) => Promise<unknown> };

/** The texts of a catalogue. The component suspends until the file of the language has loaded. */
export function useWords<M extends Messages>(catalog: Catalog<M>): Words<M> {
  const { language, locale } = useLanguage();
  const messages = use(catalog.load(language));
  return useMemo(() => createWords(messages, { language, locale }), [messages, language, locale]);
}

/**
 * Suspends until the texts of several catalogues have loaded. A page calls this for its parts: a part that waited for texts
 * later would hide the whole page meanwhile.
 */
export function useTextsOf(...catalogs: readonly Loadable[]): void {
  const { language } = useLanguage();
  const loading = catalogs.map((catalog) => catalog.load(language));
  for (const texts of loading) use(texts);
}

/** The texts of a catalogue that has loaded; null before, and after a failure. For notices that must always show. */
export function useLoadedWords<M extends Messages>(catalog: Catalog<M>): Words<M> | null {
  const { language, locale } = useLanguage();
  const messages = catalog.peek(language);
  return useMemo(() => messages && createWords(messages, { language, locale }), [messages, language, locale]);
}
