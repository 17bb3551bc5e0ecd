import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { Language } from '#shared/languages.ts';
import { LANGUAGES } from '#shared/languages.ts';
import { firstPaintScript } from '../../tools/vite/earlyPage/inlineFirstPaint.ts';

const script = await firstPaintScript();

/** Runs the first paint's script in a browser with these settings. */
function paint(
  languages: readonly string[],
  stored: Readonly<Record<string, string | boolean>> | null = {},
  page: ReturnType<typeof pageAt> = pageAt(''),
) {
  const style = new Map<string, string>();
  const root = { lang: 'en', dir: '', dataset: {}, style: { setProperty: style.set.bind(style) }, painted: style };
  const localStorage = {
    getItem: (key: string) => {
      if (!stored) throw new Error('storage is blocked');
      return stored[key] === undefined ? null : JSON.stringify(stored[key]);
    },
  };
  const metas = [{ content: '#f3f1ea' }, { content: '#070c0b' }];
  const document = { documentElement: root, querySelectorAll: () => metas };
  runInNewContext(script, { ...page, document, localStorage, navigator: { languages }, URLSearchParams });
  return root;
}

/** A page of the app: on its own, or inside another site. */
function pageAt(search: string, { isFramed = false, session = {} as Record<string, string> } = {}) {
  const sessionStorage = {
    getItem: (key: string) => session[key] ?? null,
    setItem: (key: string, value: string) => {
      session[key] = value;
    },
  };
  return { location: { search }, self: 'frame', top: isFramed ? 'page' : 'frame', sessionStorage };
}

describe('before the first paint', () => {
  it.each(Object.entries(LANGUAGES))(
    'the page has the language and the direction of %s',
    (code, { tag, direction }) => {
      expect(paint([tag])).toMatchObject({ lang: tag, dir: direction });
      expect(paint(['xx'], { 'causeway.language': code })).toMatchObject({ lang: tag, dir: direction });
    },
  );

  it('the stored choice wins, then the first supported language, then English', () => {
    expect(paint(['tr'], { 'causeway.language': 'vi' }).lang).toBe('vi' satisfies Language);
    expect(paint(['de-DE', 'es-AR', 'en'])).toMatchObject({ lang: 'es', dir: 'ltr' });
    expect(paint(['arn', 'constructor'])).toMatchObject({ lang: 'en', dir: 'ltr' });
    expect(paint(['tr'], { 'causeway.language': 'constructor' }).lang).toBe('tr');
    expect(paint(['tr'], null).lang).toBe('tr');
  });

  it('the page has the backgrounds that index.html names', () => {
    expect([...paint([]).painted]).toEqual([
      ['--paper-light', '#f3f1ea'],
      ['--paper-dark', '#070c0b'],
    ]);
  });

  it('the page gets the embedded look from its parameter, and keeps it inside a frame', () => {
    const session = {};
    const look = (search: string, isFramed: boolean, stored = {}) =>
      paint([], stored, pageAt(search, { isFramed, session })).dataset;
    expect(look('?embed', false)).toEqual({ embed: '' });
    expect(look('', false)).toEqual({});
    expect(look('?embed&theme=dark', true, { 'causeway.theme': 'light' })).toEqual({ embed: '', theme: 'dark' });
    expect(look('?token=USDC', true)).toEqual({ embed: '', theme: 'dark' });
    expect(look('?token=USDC', false)).toEqual({});
    expect(look('?embed&theme=%22x', true)).toEqual({ embed: '' });
  });

  it('the page has the stored theme', () => {
    expect(paint([], { 'causeway.theme': 'dark' }).dataset).toEqual({ theme: 'dark' });
    expect(paint([], { 'causeway.theme': 'x' }).dataset).toEqual({});
    expect(paint([], { 'causeway.font': true }).dataset).toEqual({ font: '' });
  });
});
