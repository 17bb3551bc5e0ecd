import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import format from 'icu-minify/format';
import { describe, expect, it } from 'vitest';
import type { Language } from '#shared/languages.ts';
import { LANGUAGES } from '#shared/languages.ts';
import { readTexts } from '../../tools/vite/texts.ts';
import { CHUNKS } from './texts.ts';

const languages = Object.keys(LANGUAGES) as Language[];
const chunks = Object.keys(CHUNKS);
/** The texts of each chunk by key. */
type TextsByChunk = Readonly<Record<string, Readonly<Record<string, string>>>>;

const english: TextsByChunk = await readTexts('en');

const formatters = {
  getDateTimeFormat: () => new Intl.DateTimeFormat('en'),
  getNumberFormat: () => new Intl.NumberFormat('en'),
  getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
};

/** The names and types of a text's placeholders. A plural takes a number. */
function placeholdersOf(message: CompiledMessage): [name: string, type: 'number' | 'T'][] {
  if (typeof message === 'string') return [];
  return message.flatMap((node): ReturnType<typeof placeholdersOf> => {
    if (!Array.isArray(node)) return [];
    const [name, kind, branches] = node;
    if (kind !== 2) return [[name, 'T']];
    return [...Object.values(branches as Record<string, CompiledMessage>).flatMap(placeholdersOf), [name, 'number']];
  });
}

const typesOf = (text: string) => Object.fromEntries(placeholdersOf(compile(text)));

describe.each(languages)('the texts in %s', async (language) => {
  const texts: TextsByChunk = await readTexts(language);

  it.each(chunks)('are complete for %s, with the English placeholders', (chunk) => {
    expect(Object.keys(texts)).toEqual(chunks);
    expect(Object.keys(texts[chunk] ?? {})).toEqual(Object.keys(english[chunk] ?? {}));
    for (const [key, text] of Object.entries(texts[chunk] ?? {})) {
      expect(text.trim(), key).toBe(text);
      expect(text, key).not.toBe('');
      expect(typesOf(text), key).toEqual(typesOf(english[chunk]?.[key] ?? ''));
    }
  });

  it('have every plural', () => {
    for (const [key, text] of Object.values(texts).flatMap((own) => Object.entries(own))) {
      if (!text.includes(', plural,')) continue;
      const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      // In Spanish and Portuguese, "many" is only for millions, which the app never counts.
      const needed = categories.filter((category) => category !== 'many' || language === 'ar');
      for (const category of needed) expect(text, key).toContain(`${category} {`);
      const values = Object.fromEntries(Object.keys(typesOf(text)).map((name) => [name, 3]));
      const shown = String(format(compile(text), language, values, { formatters }));
      expect(shown, key).not.toMatch(/[{}#]/);
    }
  });

  it.runIf(language !== 'en')('are translated', () => {
    const same = Object.entries(texts).flatMap(([chunk, own]) =>
      Object.entries(own).filter(
        ([key, text]) => text === english[chunk]?.[key] && /[a-z]{3,}.* [a-z]{3,}/i.test(text.replace(/\{.*?\}/g, '')),
      ),
    );
    expect(same).toEqual([]);
  });
});

it('has one key for each English text', () => {
  const keys = Object.values(english).flatMap((texts) => Object.keys(texts));
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

/** A TypeScript type with the values for each text that has placeholders. */
function placeholderTypes(): string {
  const lines = Object.values(english).flatMap((texts) =>
    Object.entries(texts).flatMap(([key, text]) => {
      const values = Object.entries(typesOf(text)).map(([name, type]) => `${name}: ${type}`);
      return values.length === 0 ? [] : [`  ${key}: { ${values.join('; ')} };`];
    }),
  );
  return [
    '// `npx vitest run src/i18n --update` writes this file from en.json.',
    '/** The values of each text that has placeholders. `T` is a finished text, or an element. */',
    'export type Placeholders<T> = {',
    ...lines,
    '};',
    '',
  ].join('\n');
}

it('generates the types of the English placeholders', async () => {
  await expect(placeholderTypes()).toMatchFileSnapshot('placeholders.ts');
});
