import { expect, test } from 'vitest';
import { isPageTrue } from './report.ts';

test('the page about the campaign says what the stored results say', async () => {
  expect(await isPageTrue()).toBe(true);
});
