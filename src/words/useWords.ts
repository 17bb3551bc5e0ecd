import { use, useMemo } from 'react';
import type { Catalog } from './createCatalog.ts';
import type { Words } from './createWords.ts';
import { createWords } from './createWords.ts';
import { useLanguage } from './language.ts';
import type { Messages } from './messages.ts';

/** The texts of a catalogue. They have loaded together with the part of the app that shows them. */
export function useWords<M extends Messages>(catalog: Catalog<M>): Words<M> {
  const { language, locale } = useLanguage();
  const messages = use(catalog.lastLoad(language));
  return useMemo(() => createWords(messages, { language, locale }), [messages, language, locale]);
}

/** The texts of a catalogue that has loaded; null before, and after a failure. For notices that must always show. */
export function useLoadedWords<M extends Messages>(catalog: Catalog<M>): Words<M> | null {
  const { language, locale } = useLanguage();
  const messages = catalog.peek(language);
  return useMemo(() => messages && createWords(messages, { language, locale }), [messages, language, locale]);
}
