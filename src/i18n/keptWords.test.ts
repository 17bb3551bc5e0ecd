import compile from 'icu-minify/compile';
import { expect, it } from 'vitest';
import { keptWords } from './keptWords.ts';

const messages = { share: compile('{count, number}') };

it('creates the words of a catalogue once for each language and locale', () => {
  const english = keptWords(messages, { language: 'en', locale: 'en-GB' });
  expect(keptWords(messages, { language: 'en', locale: 'en-GB' })).toBe(english);
  const german = keptWords(messages, { language: 'en', locale: 'de-DE' });
  expect([english.editable('1.5'), german.editable('1.5')]).toEqual(['1.5', '1,5']);
  expect(keptWords({ ...messages }, { language: 'en', locale: 'en-GB' })).not.toBe(english);
});
