import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import format from 'icu-minify/format';
import { describe, expect, it } from 'vitest';
import type { Language } from './languages.ts';
import { LANGUAGES } from './languages.ts';

// The build compiles these files, so this test reads their sources to see the placeholders of each text.
const sources = import.meta.glob<string>('./*/??.ts', { query: '?raw', import: 'default', eager: true });
const languages = Object.keys(LANGUAGES) as Language[];
const catalogs = [...new Set(Object.keys(sources).map((path) => path.split('/')[1] ?? ''))];

function textsOf(catalog: string, language: Language): Record<string, string> {
  const source = sources[`./${catalog}/${language}.ts`] ?? '';
  const body = source.slice(source.indexOf('= {') + 2, source.lastIndexOf('}') + 1);
  return new Function(`return ${body};`)() as Record<string, string>;
}

/** Names and kinds of the placeholders of a text, in any order. */
function placeholdersOf(message: CompiledMessage): string[] {
  if (typeof message === 'string') return [];
  return message
    .flatMap((node): string[] => {
      if (!Array.isArray(node)) return [];
      const [name, kind, options] = node;
      const inside = kind === 2 ? Object.values(options as object).flatMap((branch) => placeholdersOf(branch)) : [];
      return [`${name}${kind === 2 ? ' plural' : ''}`, ...inside];
    })
    .sort();
}

const formatters = {
  getDateTimeFormat: () => new Intl.DateTimeFormat('en'),
  getNumberFormat: () => new Intl.NumberFormat('en'),
  getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
};

describe.each(catalogs)('the catalogue %s', (catalog) => {
  const english = textsOf(catalog, 'en');

  it.each(languages)('is complete in %s, with the placeholders of the English', (language) => {
    const texts = textsOf(catalog, language);
    expect(Object.keys(texts)).toEqual(Object.keys(english));
    for (const [key, text] of Object.entries(texts)) {
      expect(text.trim(), `${language} ${key}`).toBe(text);
      expect(text, `${language} ${key}`).not.toBe('');
      const [own, wanted] = [compile(text), compile(english[key] ?? '')].map(placeholdersOf);
      expect([...new Set(own)], `${language} ${key}`).toEqual([...new Set(wanted)]);
    }
  });

  it.each(languages)('has every plural of %s', (language) => {
    for (const [key, text] of Object.entries(textsOf(catalog, language))) {
      if (!text.includes(', plural,')) continue;
      const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      // Spanish and Portuguese have "many" for millions only, and the app counts less.
      const needed = categories.filter((category) => category !== 'many' || language === 'ar');
      for (const category of needed) expect(text, `${language} ${key}`).toContain(`${category} {`);
      const values = Object.fromEntries(placeholdersOf(compile(text)).map((name) => [name.split(' ')[0], 3]));
      const shown = String(format(compile(text), language, values, { formatters }));
      expect(shown, `${language} ${key}`).not.toMatch(/[{}#]/);
    }
  });

  it.each(languages.filter((language) => language !== 'en'))('is translated into %s', (language) => {
    const texts = textsOf(catalog, language);
    const same = Object.entries(texts).filter(
      ([key, text]) => text === english[key] && /[a-z]{3,}.* [a-z]{3,}/i.test(text.replace(/\{.*?\}/g, '')),
    );
    expect(same).toEqual([]);
  });
});
