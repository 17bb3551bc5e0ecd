import { describe, expect, it } from 'vitest';
import type { Language } from '#shared/languages.ts';
import { LANGUAGES, languageOf, localeOf } from '#shared/languages.ts';
import { createFormats } from './formats.ts';

const THOUSAND = { amount: 1_234_500n, decimals: 3 };

describe('formats', () => {
  it.each([
    ['en', '1234.5'],
    ['zh', '1234.5'],
    ['es', '1234,5'],
    ['pt', '1234,5'],
    ['tr', '1234,5'],
    ['vi', '1234,5'],
    ['ar', '1234.5'],
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
    expect(createFormats('en-US').timestamp(new Date(new Date().getFullYear(), 10, 22, 13, 5).getTime())).toMatch(
      /^Nov 22, 1:05\sPM$/,
    );
    expect(createFormats('de').timestamp(new Date(2026, 10, 22, 9, 5).getTime())).toContain('22. Nov');
  });
});

describe('the locale', () => {
  it('is the region that the browser names for the language', () => {
    expect(localeOf('es', ['en-US', 'es-MX'])).toBe('es-MX-u-nu-latn');
    expect(createFormats(localeOf('es', ['es-MX'])).amount(THOUSAND)).toBe('1234.5');
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

describe('elapsed', () => {
  it.each([
    [0, '0 sec'],
    [59, '59 sec'],
    [60, '1 min'],
    [100, '1 min 40 sec'],
    [3_599, '59 min 59 sec'],
    [3_600, '1 hr'],
    [11_159, '3 hr 5 min'],
  ])('writes %i seconds as %s', (seconds, text) => {
    expect(createFormats('en').elapsed(seconds)).toBe(text);
  });

  it("uses the language's units and its locale's digits", () => {
    expect(createFormats('zh').elapsed(100)).toBe('1分钟 40秒');
    expect(createFormats('ar-u-nu-latn').elapsed(100)).toMatch(/^1 .+ 40 /);
  });
});

describe('amount', () => {
  it.each([
    [10_000_001n, 8, '0.10000001'],
    [12_345_678n, 8, '0.12345678'],
    [1_234_567_891_234n, 6, '1234567.891234'],
    [999_999_999_999_999_999n, 18, '0.999999999999999999'],
    [1n, 18, '0.000000000000000001'],
    [1n, 24, '0.000000000000000000000001'],
    [0n, 18, '0'],
    [100_000_000n, 6, '100'],
    [1000n, 0, '1000'],
  ])('shows every digit of %s with %i decimals, and nothing between them: %s', (amount, decimals, text) => {
    expect(createFormats('en').amount({ amount, decimals })).toBe(text);
    expect(createFormats('es').amount({ amount, decimals })).toBe(text.replace('.', ','));
  });
});
