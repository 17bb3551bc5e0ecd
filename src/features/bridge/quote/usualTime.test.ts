import { expect, test } from 'vitest';
import { usualTime } from './usualTime.ts';

test.each([
  [0, 'about 1 s'],
  [40, 'about 40 s'],
  [119, 'about 119 s'],
  [120, 'about 2 min'],
  [1500, 'about 25 min'],
  [7200, 'about 2 h'],
])('%i seconds are %s', (seconds, words) => {
  expect(usualTime(seconds)).toBe(words);
});
