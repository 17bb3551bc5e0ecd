import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../shared/languages.ts';
import { OLDEST_BROWSERS } from '../../../shared/oldestBrowsers.ts';
import { refuseOldBrowserScript } from './inlineFirstPaint.ts';

const script = await refuseOldBrowserScript();
const EVERYTHING = { registerProperty: () => {}, supports: () => true };
const TITLE = 'This browser is too old';

type Browser = { readonly language?: string | undefined; readonly lang?: string; readonly dir?: string };
type Element = { readonly name: string; textContent?: string; lang?: string; readonly children: Element[] };

function createElement(name: string): Element & { appendChild: (child: Element) => void } {
  const children: Element[] = [];
  return { name, children, appendChild: (child) => children.push(child) };
}

/** The elements of the page after the script, in a browser with these features. */
function load(CSS: object | undefined, { language, lang = 'en', dir = '' }: Browser = {}) {
  const body = createElement('body');
  body.textContent = 'the app';
  const document = { body, documentElement: { lang, dir }, createElement };
  runInNewContext(script, { window: { CSS }, CSS, document, navigator: { language } });
  return body;
}

const titleOf = (body: Element) => body.children[0]?.children[0]?.textContent;

describe('the check for old browsers', () => {
  it('leaves the page as it is where everything works', () => {
    expect(load(EVERYTHING)).toMatchObject({ textContent: 'the app', children: [] });
  });

  it.each([
    ['has no CSS object', undefined],
    ['has no registered properties', { ...EVERYTHING, registerProperty: undefined }],
    [
      'cannot mix colours',
      { ...EVERYTHING, supports: (_name: string, value: string) => !value.startsWith('color-mix(') },
    ],
  ])('replaces the page where the browser %s', (_what, css) => {
    const { textContent, children } = load(css);
    expect(textContent).toBe('');
    const [title, text] = children[0]?.children ?? [];
    expect(title).toMatchObject({ name: 'h1', textContent: TITLE });
    for (const browser of OLDEST_BROWSERS) expect(text?.textContent).toContain(browser);
  });

  it('uses the language that firstPaint.js has chosen, or else the first one of the browser', () => {
    expect(titleOf(load(undefined, { lang: 'pt-BR', dir: 'ltr', language: 'tr' }))).toBe(
      'Este navegador é muito antigo',
    );
    expect(titleOf(load(undefined, { language: 'tr-TR' }))).toBe('Bu tarayıcı çok eski');
    for (const language of [undefined, 'de', 'arn']) {
      expect(titleOf(load(undefined, { language }))).toBe(TITLE);
    }
    for (const [base, { tag, direction }] of Object.entries(LANGUAGES)) {
      expect(load(undefined, { lang: tag, dir: direction }).children[0]?.lang).toBe(base);
    }
  });

  it('is written in ES5', () => {
    const code = script.replace(/"[^"]*"/g, '');
    expect(code).not.toMatch(/=>|`|\?\.|\?\?|\.\.\.|\b(?:let|const|class|async)\b/);
  });
});

it('the README names the oldest browsers', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8').replace(/\s+/g, ' ');
  expect(readme).toContain(new Intl.ListFormat('en').format(OLDEST_BROWSERS));
});
