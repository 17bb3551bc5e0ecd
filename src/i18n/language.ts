import { createContext, useContext } from 'react';
import type { Language } from './languages.ts';
import { DEFAULT_LANGUAGE } from './languages.ts';

export type LanguageChoice = {
  readonly language: Language;
  /** The locale of numbers and dates. */
  readonly locale: string;
  /** Rejects when the texts of the language do not load. The screen then keeps its language. */
  readonly choose: (language: Language) => Promise<void>;
};

export const LanguageContext = createContext<LanguageChoice>({
  language: DEFAULT_LANGUAGE,
  locale: DEFAULT_LANGUAGE,
  choose: () => Promise.resolve(),
});

export const useLanguage = (): LanguageChoice => useContext(LanguageContext);
