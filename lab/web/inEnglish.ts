import type { Catalog } from '../../src/words/createCatalog.ts';
import type { Words } from '../../src/words/createWords.ts';
import { createWords } from '../../src/words/createWords.ts';
import type { Messages } from '../../src/words/messages.ts';

/** The English texts of a catalogue. Afterwards components of a test render them without waiting. */
export async function inEnglish<M extends Messages>(catalog: Catalog<M>): Promise<Words<M>> {
  return createWords(await catalog.load('en'), { language: 'en', locale: 'en' });
}
