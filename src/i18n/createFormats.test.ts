import { describe, expect, it } from 'vitest';
import type { Language } from '#shared/languages.ts';
import { LANGUAGES, languageOf, localeOf } from '#shared/languages.ts';
import { createFormats } from './createFormats.ts';

const THOUSAND = { amount: 1_234_500n, decimals: 3 };

describe('formats', () => {
  it.each([
    ['en', '1\u202f234.5'],
    ['zh', '1\u202f234.5'],
    ['es', '1\u202f234,5'],
    ['pt', '1\u202f234,5'],
    ['tr', '1\u202f234,5'],
    ['vi', '1\u202f234,5'],
    ['ar', '1\u202f234.5'],
  ] as const)('show an amount in %s as %s', (language, text) => {
    expect(createFormats(localeOf(language, [])).amount(THOUSAND)).toBe(text);
  });

  it.each([
    [0, '1 sec'],
    [40, '40 sec'],
    [119, '119 sec'],
    [120, '2 min'],
    [1500, '25 min'],
    [7200, '2 hr'],
  ])('show %i seconds as %s', (seconds, text) => {
    expect(createFormats('en').duration(seconds)).toBe(text);
  });

  it('show shares, lists and timestamps of the locale', () => {
    expect(createFormats('en').percent(25n)).toBe('0.25%');
    expect(createFormats('tr').percent(25n)).toBe('%0,25');
    expect(createFormats('es').anyOf(['A', 'B'])).toBe('A o B');
    expect(createFormats('en').allOf(['A', 'B'])).toBe('A and B');
    expect(createFormats('de').timestamp(new Date(2026, 10, 22, 9, 5).getTime())).toContain('22. Nov');
  });
});

describe('the locale', () => {
  it('is the region that the browser names for the language', () => {
    expect(localeOf('es', ['en-US', 'es-MX'])).toBe('es-MX-u-nu-latn');
    expect(createFormats(localeOf('es', ['es-MX'])).amount(THOUSAND)).toBe('1\u202f234.5');
    expect(localeOf('tr', ['en-US', 'not a tag'])).toBe('tr-u-nu-latn');
  });

  it.each(Object.keys(LANGUAGES) as Language[])('uses the digits 0 to 9 in %s', (language) => {
    expect(createFormats(localeOf(language, [`${language}-EG`])).duration(45)).toContain('45');
  });
});

describe('languageOf', () => {
  it.each([
    ['pt-PT', 'pt'],
    ['zh-Hant-TW', 'zh'],
    ['AR', 'ar'],
    ['arn', 'en'],
    ['constructor', 'en'],
    ['', 'en'],
  ])('reads %j as %s', (tag, language) => {
    expect(languageOf(tag)).toBe(language);
  });
});
