import { expect, test } from 'vitest';
import { withEarlyAnswers } from './earlyAnswers.ts';

const URL = 'https://service.example/pairs';

function createPage() {
  const asked: unknown[] = [];
  const stop = new AbortController();
  const early = {
    [URL]: { answer: Promise.resolve(new Response('early')), stop },
    [`${URL}{"hash":"0x1"}`]: { answer: Promise.resolve(new Response('early receipt')), stop },
  };
  const fetchFn: typeof fetch = async (input) => {
    asked.push(input);
    return new Response('later');
  };
  const take = withEarlyAnswers(fetchFn, early);
  const read = async (...request: Parameters<typeof fetch>) => (await take(...request)).text();
  return { asked, stop, read };
}

test("the first request of a URL gets the early page's answer, and the next one is sent", async () => {
  const { asked, read } = createPage();
  expect(await read(URL)).toBe('early');
  expect(asked).toEqual([]);
  expect(await read(URL)).toBe('later');
  expect(asked).toEqual([URL]);
});

test('a request with a body gets the early answer to the same body', async () => {
  const { asked, read } = createPage();
  expect(await read(URL, { method: 'POST', body: '{"hash":"0x1"}' })).toBe('early receipt');
  expect(asked).toEqual([]);
});

test('a request with another body or of another URL is sent', async () => {
  const { asked, read } = createPage();
  expect(await read(URL, { method: 'POST', body: '{}' })).toBe('later');
  expect(await read('constructor')).toBe('later');
  expect(asked).toEqual([URL, 'constructor']);
});

test.each(['before', 'after'])('a request that is aborted %s it starts stops the early one', async (when) => {
  const { stop, read } = createPage();
  const own = new AbortController();
  if (when === 'before') own.abort('too late');
  await read(URL, { signal: own.signal });
  own.abort('too late');
  expect(stop.signal.reason).toBe('too late');
});
