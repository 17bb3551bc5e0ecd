import { afterEach, expect, it, vi } from 'vitest';
import { copyText } from './copyText.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['copies', { clipboard: { writeText: async () => {} } }, 'copied'],
  ['is refused by the browser', { clipboard: { writeText: () => Promise.reject(new Error('denied')) } }, 'notCopied'],
  ['finds no clipboard', {}, 'notCopied'],
])('says what to say when it %s', async (_case, navigator, result) => {
  vi.stubGlobal('navigator', navigator);
  expect(await copyText('0x12')).toBe(result);
});
