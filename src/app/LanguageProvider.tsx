import type { ReactNode } from 'react';
import { startTransition, useLayoutEffect, useMemo, useState } from 'react';
import { LanguageContext } from '../words/language.ts';
import type { Language } from '../words/languages.ts';
import { LANGUAGES, languageOf, localeOf } from '../words/languages.ts';
import { loadTexts } from '../words/textLoader.ts';

const LANGUAGE_KEY = 'causeway.language';

/** The language that public/firstPaint.js has chosen. */
export function firstLanguage(): Language {
  return languageOf(document.documentElement.lang);
}

function store(language: Language): void {
  try {
    window.localStorage.setItem(LANGUAGE_KEY, language);
  } catch {
    // The browser blocks storage: the choice holds until the page closes.
  }
}

/** Holds the language of the screen. A change shows once the texts of the visible parts have loaded. */
export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage);

  useLayoutEffect(() => {
    const { tag, direction } = LANGUAGES[language];
    document.documentElement.lang = tag;
    document.documentElement.dir = direction;
  }, [language]);

  const choice = useMemo(
    () => ({
      language,
      locale: localeOf(language, navigator.languages),
      choose: async (next: Language) => {
        await loadTexts(next);
        store(next);
        startTransition(() => setLanguage(next));
      },
    }),
    [language],
  );
  return <LanguageContext value={choice}>{children}</LanguageContext>;
}
