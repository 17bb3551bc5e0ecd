import type { ReactNode } from 'react';
import { startTransition, useLayoutEffect, useMemo, useState } from 'react';
import * as v from 'valibot';
import type { Language } from '#shared/languages.ts';
import { LANGUAGES, languageOf, localeOf } from '#shared/languages.ts';
import { LanguageContext, textLoader } from '../i18n/useTexts.ts';
import { createStored } from '../lib/createStored.ts';

/** firstPaint.js applies it before the first paint. */
const stored = createStored(() => window.localStorage, {
  key: 'causeway.language',
  schema: v.nullable(v.string()),
  empty: null,
});

/** The language that firstPaint.js has chosen. */
export function firstLanguage(): Language {
  return languageOf(document.documentElement.lang);
}

/** Holds the language of the screen. A new choice takes effect once its texts have loaded. */
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
        await textLoader.choose(next);
        stored.choose(next);
        startTransition(() => setLanguage(next));
      },
    }),
    [language],
  );
  return <LanguageContext value={choice}>{children}</LanguageContext>;
}
