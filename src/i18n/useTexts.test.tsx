import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Language } from '#shared/languages.ts';
import { LANGUAGES } from '#shared/languages.ts';
import english from './en.json';
import type { Texts } from './texts.ts';
import { textLoader, useTextsIn } from './useTexts.ts';

it.each(Object.keys(LANGUAGES) as Language[])('loads the texts of each chunk in %s', async (language) => {
  await textLoader.load('desk', language);
  const texts = await Promise.all(textLoader.lastLoads('desk', language));
  expect(texts.map((own) => Object.keys(own).length)).toEqual(
    [english.form, english.app, english.desk].map((own) => Object.keys(own).length),
  );
});

it("creates a chunk's texts once for each language and locale", async () => {
  await textLoader.load('app', 'en');
  const seen: Texts<'app'>[] = [];
  function Row({ locale }: { readonly locale: string }) {
    seen.push(useTextsIn('app', { language: 'en', locale }));
    return null;
  }
  renderToStaticMarkup([
    <Row key="1" locale="en-GB" />,
    <Row key="2" locale="en-GB" />,
    <Row key="3" locale="de-DE" />,
  ]);
  const [english, again, german] = seen;
  expect(again).toBe(english);
  expect([english?.editable('1.5'), german?.editable('1.5')]).toEqual(['1.5', '1,5']);
});
