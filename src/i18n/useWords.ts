// The texts of the screen. A catalogue (a folder here) has one file a language and loads with the part of the app that shows it
// (createCatalog.ts, textLoader.ts). createWords.ts formats its messages, createFormats.ts numbers, amounts and times.

import { use } from 'react';
import type { Catalog } from './createCatalog.ts';
import type { Words } from './createWords.ts';
import { keptWords } from './keptWords.ts';
import { useLanguage } from './language.ts';
import type { Messages } from './messages.ts';

/** The texts of a catalogue. They have loaded together with the part of the app that shows them. */
export function useWords<M extends Messages>(catalog: Catalog<M>): Words<M> {
  const { language, locale } = useLanguage();
  const messages = use(catalog.lastLoad(language));
  return keptWords(messages, { language, locale });
}

/** The texts of a catalogue that has loaded; null before, and after a failure. For notices that must always show. */
export function useLoadedWords<M extends Messages>(catalog: Catalog<M>): Words<M> | null {
  const { language, locale } = useLanguage();
  const messages = catalog.peek(language);
  return messages && keptWords(messages, { language, locale });
}
