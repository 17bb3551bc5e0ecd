import { expect, test } from 'vitest';
import { spread } from './spread.ts';

test('names the median with the smallest and the largest', () => {
  expect(spread([3, 1, 2], { digits: 0 })).toBe('2 (1–3)');
  expect(spread([12, 9.54, 14], { digits: 1, unit: 'ms' })).toBe('12.0 ms (9.5–14.0)');
});
