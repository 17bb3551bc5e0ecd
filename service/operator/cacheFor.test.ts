import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cacheFor } from './readiness.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('shares one result with every caller until it expires', async () => {
  let computed = 0;
  const read = cacheFor(50, async () => {
    computed += 1;
    const answer = computed;
    await new Promise((resolve) => setTimeout(resolve, 10));
    return answer;
  });
  const early = Promise.all([read(), read(), read()]);
  await vi.advanceTimersByTimeAsync(10);
  expect(await early).toEqual([1, 1, 1]);
  await vi.advanceTimersByTimeAsync(49);
  expect(await read()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  const late = read();
  await vi.advanceTimersByTimeAsync(10);
  expect(await late).toBe(2);
});

test('computes again after a failure', async () => {
  let computed = 0;
  const read = cacheFor(60_000, async () => {
    computed += 1;
    if (computed === 1) throw new Error('no');
    return computed;
  });
  await expect(read()).rejects.toThrow('no');
  expect(await read()).toBe(2);
});
