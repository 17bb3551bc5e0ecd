import type { Language } from '#shared/languages.ts';
import type { Chunk, Texts } from '../../../src/i18n/texts.ts';
import { createTexts } from '../../../src/i18n/texts.ts';
import { textLoader } from '../../../src/i18n/useTexts.ts';

/** Loads a chunk's texts, so that components in tests render them without waiting. */
export async function textsIn<C extends Chunk>(
  chunk: C,
  language: Language,
  locale: string = language,
): Promise<Texts<C>> {
  await textLoader.load(chunk, language);
  const messages = await Promise.all(textLoader.lastLoads(chunk, language));
  return createTexts<C>(Object.assign({}, ...messages), { language, locale });
}
