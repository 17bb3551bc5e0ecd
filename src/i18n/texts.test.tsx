import compile from 'icu-minify/compile';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Language } from '#shared/languages.ts';
import type { Messages } from './texts.ts';
import { createTexts } from './texts.ts';

const messages: Messages = {
  loading: 'Plain',
  chosen: compile('{label} on {choice}'),
  navOpen: compile('{count, plural, one {# transfer} other {# transfers}}'),
};

const textsIn = (language: Language) => createTexts<'form'>(messages, { language, locale: language });

describe('texts', () => {
  it('fill in values and choose the plural', () => {
    const { t } = textsIn('en');
    expect(t('loading')).toBe('Plain');
    expect(t('chosen', { label: '1 A', choice: 'B' })).toBe('1 A on B');
    expect([1, 2].map((count) => t('navOpen', { count }))).toEqual(['1 transfer', '2 transfers']);
  });

  it('put elements in place of their placeholders', () => {
    const { rich } = textsIn('en');
    const html = renderToStaticMarkup(<p>{rich('chosen', { label: <b>1 A</b>, choice: 'B' })}</p>);
    expect(html).toBe('<p><b>1 A</b> on B</p>');
  });

  it('show a hostile name literally, never as an element or a placeholder', () => {
    const { t, rich } = textsIn('en');
    for (const name of ['<b>x</b>', '{label}', '\uE0000\uE000', '#']) {
      const shown = name.replaceAll('\uE000', '');
      expect(t('chosen', { label: '1', choice: name })).toBe(`1 on ${shown}`);
      const html = renderToStaticMarkup(<p>{rich('chosen', { label: <b>1</b>, choice: name })}</p>);
      expect(html).toBe(`<p><b>1</b> on ${shown.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`);
    }
  });

  it('isolate values in a right-to-left text, so that an amount keeps its order', () => {
    expect(textsIn('ar').t('chosen', { label: '1 A', choice: 'B' })).toBe('\u20681 A\u2069 on \u2068B\u2069');
  });

  it('fail if the language lacks a text', () => {
    expect(() => textsIn('en').t('close')).toThrow('en.json has no text close');
  });

  it('compile only with a key of their chunk and the values that the text needs', () => {
    const { t } = textsIn('en');
    const mistakes = [
      // @ts-expect-error The text has a different placeholder.
      () => t('chosen', { label: '1', chain: 'B' }),
      // @ts-expect-error A plural takes a number.
      () => t('navOpen', { count: '1' }),
      // @ts-expect-error The text has placeholders.
      () => t('chosen'),
      // @ts-expect-error The text has no placeholder.
      () => t('loading', { label: '1' }),
      // @ts-expect-error The text loads later than the form.
      () => t('tableExportCsv'),
    ];
    expect(mistakes).toHaveLength(5);
  });
});
