import compile from 'icu-minify/compile';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { createWords } from './createWords.ts';
import type { Language } from './languages.ts';

type Example = {
  readonly plain: 'Plain';
  readonly sent: '{sum} to {account} on {chain}';
  readonly checks: '{count, plural, one {# check} other {# checks}}';
};

const compiled = {
  plain: compile('Plain'),
  sent: compile('{sum} to {account} on {chain}'),
  checks: compile('{count, plural, one {# check} other {# checks}}'),
};

const wordsIn = (language: Language) => createWords<Example>(compiled, { language, locale: language });

describe('words', () => {
  it('fill in values and choose the plural', () => {
    const { t } = wordsIn('en');
    expect(t('plain')).toBe('Plain');
    expect(t('sent', { sum: '1 A', account: '0x1', chain: 'B' })).toBe('1 A to 0x1 on B');
    expect([1, 2].map((count) => t('checks', { count }))).toEqual(['1 check', '2 checks']);
  });

  it('put elements where the text has their names', () => {
    const { rich } = wordsIn('en');
    const html = renderToStaticMarkup(<p>{rich('sent', { sum: <b>1 A</b>, account: '0x1', chain: <i>B</i> })}</p>);
    expect(html).toBe('<p><b>1 A</b> to 0x1 on <i>B</i></p>');
  });

  it('show a hostile name as it is, and never as an element or a placeholder', () => {
    const { t, rich } = wordsIn('en');
    for (const name of ['<b>x</b>', '{sum}', '\uE0000\uE000', '#']) {
      const values = { sum: '1', account: '2', chain: name };
      const shown = name.replaceAll('\uE000', '');
      expect(t('sent', values)).toBe(`1 to 2 on ${shown}`);
      const html = renderToStaticMarkup(<p>{rich('sent', { ...values, sum: <b>1</b> })}</p>);
      expect(html).toBe(`<p><b>1</b> to 2 on ${shown.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`);
    }
  });

  it('isolate values in a right-to-left text, so that an amount keeps its order', () => {
    expect(wordsIn('ar').t('sent', { sum: '1 A', account: '0x1', chain: 'B' })).toBe(
      '\u20681 A\u2069 to \u20680x1\u2069 on \u2068B\u2069',
    );
  });

  it('fail where the catalogue lacks a text', () => {
    const { t } = createWords<Example>({ ...compiled, plain: undefined as never }, { language: 'en', locale: 'en' });
    expect(() => t('plain')).toThrow('has no text plain');
  });
});
