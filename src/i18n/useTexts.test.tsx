import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Texts } from './texts.ts';
import { textLoader, useTextsIn } from './useTexts.ts';

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
