import type { Catalog } from '../../../src/i18n/createCatalog.ts';
import type { Words } from '../../../src/i18n/createWords.ts';
import { createWords } from '../../../src/i18n/createWords.ts';
import type { Messages } from '../../../src/i18n/messages.ts';

/** The English texts of a catalogue. Afterwards components of a test render them without waiting. */
export async function inEnglish<M extends Messages>(catalog: Catalog<M>): Promise<Words<M>> {
  return createWords(await catalog.load('en'), { language: 'en', locale: 'en' });
}
