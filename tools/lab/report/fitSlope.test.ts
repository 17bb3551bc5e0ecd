import { expect, test } from 'vitest';
import { fitSlope } from './fitSlope.ts';

test('the slope of a line is its rise per step', () => {
  expect(fitSlope([5, 7, 9, 11])).toBeCloseTo(2);
  expect(fitSlope([5, 5, 5])).toBe(0);
});

test('noise around a level adds no slope', () => {
  expect(fitSlope([4, 6, 6, 4])).toBeCloseTo(0);
});
