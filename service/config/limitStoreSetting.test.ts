import { expect, test } from 'vitest';
import { readLimitStoreUrl } from './limitStoreSetting.ts';

async function read(url: string) {
  const problems: string[] = [];
  return { url: await readLimitStoreUrl({ CAUSEWAY_LIMIT_STORE_URL: url }, problems), problems };
}

test.each(['redis://store.example:6379', 'rediss://user:pass@store.example:6380/2'])(
  '%s is a limit store',
  async (url) => {
    expect(await read(url)).toEqual({ url, problems: [] });
  },
);

test.each(['', undefined])('without a URL (%s) each process limits by itself', async (url) => {
  expect(await read(url ?? '')).toEqual({ url: null, problems: [] });
});

test.each(['http://secret@store.example', 'store:6379', 'redis://[secret'])(
  '%s is refused, and not quoted',
  async (url) => {
    expect(await read(url)).toEqual({
      url: null,
      problems: ['CAUSEWAY_LIMIT_STORE_URL must be a URL that starts with redis:// or rediss://.'],
    });
  },
);
