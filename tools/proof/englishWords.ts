import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import { createWords } from '../../src/i18n/createWords.ts';
import type { CompiledMessages } from '../../src/i18n/messages.ts';
import { messages } from '../../src/i18n/proof/en.ts';
import type { ProofWords } from '../../src/i18n/proof/proofWords.ts';

/** The texts of the page, in English. The build of the app compiles them; a command does it at its start. */
export function englishWords(): ProofWords {
  const compiled = Object.fromEntries(
    Object.entries(messages).map(([key, text]): [string, CompiledMessage] => [key, compile(text)]),
  );
  return createWords(compiled as CompiledMessages<typeof messages>, { language: 'en', locale: 'en' });
}
