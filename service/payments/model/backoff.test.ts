import { expect, test } from 'vitest';
import { retryDelayMs } from './failedPayment.ts';

test.each([
  [-60_000, 5000],
  [0, 5000],
  [50_000, 5000],
  [300_000, 30_000],
  [600_000, 60_000],
  [86_400_000, 60_000],
])('after waiting %i ms the next retry comes in %i ms', (waitedMs, delayMs) => {
  const since = new Date('2026-01-01T00:00:00Z');
  expect(retryDelayMs(since, new Date(since.getTime() + waitedMs))).toBe(delayMs);
});
