type LanguageFacts = {
  /** The language's own name for itself, for the menu. */
  readonly name: string;
  /** The BCP 47 tag for the `lang` attribute. */
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
  /** The locale for numbers and dates if the browser names no region for the language. */
  readonly locale: string;
};

/** The app's languages. Each has a JSON file in src/i18n. */
export const LANGUAGES = {
  en: { name: 'English', tag: 'en', direction: 'ltr', locale: 'en' },
  zh: { name: '简体中文', tag: 'zh-Hans', direction: 'ltr', locale: 'zh-Hans' },
  es: { name: 'Español', tag: 'es', direction: 'ltr', locale: 'es' },
  pt: { name: 'Português', tag: 'pt-BR', direction: 'ltr', locale: 'pt-BR' },
  tr: { name: 'Türkçe', tag: 'tr', direction: 'ltr', locale: 'tr' },
  vi: { name: 'Tiếng Việt', tag: 'vi', direction: 'ltr', locale: 'vi' },
  ar: { name: 'العربية', tag: 'ar', direction: 'rtl', locale: 'ar' },
} as const satisfies Record<string, LanguageFacts>;

export type Language = keyof typeof LANGUAGES;

export const DEFAULT_LANGUAGE: Language = 'en';

function baseOf(tag: string): string {
  return (tag.split('-', 1)[0] ?? '').toLowerCase();
}

/** The language of a BCP 47 tag: "pt-PT" is pt. English if the app does not have the language. */
export function languageOf(tag: string): Language {
  const base = baseOf(tag);
  return Object.hasOwn(LANGUAGES, base) ? (base as Language) : DEFAULT_LANGUAGE;
}

/**
 * The locale for numbers and dates: the person's own region if the browser names one for the language. Arabic uses the
 * digits 0 to 9, because addresses, hashes and wallets use them too.
 */
export function localeOf(language: Language, preferred: readonly string[]): string {
  const own = preferred.find((tag) => baseOf(tag) === language && isLocale(tag));
  const locale = own ?? LANGUAGES[language].locale;
  return new Intl.Locale(locale, { numberingSystem: 'latn' }).toString();
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
