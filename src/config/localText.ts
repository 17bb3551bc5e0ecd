import type { Texts } from '#shared/config/installationConfig.ts';

export type LocalText = { readonly text: string; readonly language: string };

/** An operator's text in a language; falls back to English. */
export function localText(texts: Texts, language: string): LocalText {
  const text = texts[language];
  return text === undefined ? { text: texts.en, language: 'en' } : { text, language };
}
