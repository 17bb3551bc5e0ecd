import { describe, expect, it } from 'vitest';
import { readServedVersion } from './PageStatus.tsx';

const served = (body: string) => readServedVersion(async () => new Response(body), new AbortController().signal);

describe('the served version', () => {
  it('is read past every cache', async () => {
    const asked: unknown[] = [];
    const fetchFn: typeof fetch = async (url, init) => {
      asked.push([url, init?.cache]);
      return Response.json({ version: '0123456789abcdef' });
    };
    expect(await readServedVersion(fetchFn, new AbortController().signal)).toBe('0123456789abcdef');
    expect(asked).toEqual([['/version.json', 'no-store']]);
  });

  it.each([
    ['a page instead of the file', '<!doctype html>'],
    ['another file', '{"version":1}'],
    ['a text that no build writes', '{"version":"<b>new</b>"}'],
  ])('is unknown when the host answers with %s', async (_what, body) => {
    await expect(served(body)).rejects.toThrow();
  });
});
