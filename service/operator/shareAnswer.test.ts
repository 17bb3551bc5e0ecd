import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shareAnswer } from './shareAnswer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('shares one answer with every caller until it expires', async () => {
  let made = 0;
  const ask = shareAnswer(50, async () => {
    made += 1;
    const answer = made;
    await new Promise((resolve) => setTimeout(resolve, 10));
    return answer;
  });
  const early = Promise.all([ask(), ask(), ask()]);
  await vi.advanceTimersByTimeAsync(10);
  expect(await early).toEqual([1, 1, 1]);
  await vi.advanceTimersByTimeAsync(49);
  expect(await ask()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  const late = ask();
  await vi.advanceTimersByTimeAsync(10);
  expect(await late).toBe(2);
});

test('asks again after a failure', async () => {
  let made = 0;
  const ask = shareAnswer(60_000, async () => {
    made += 1;
    if (made === 1) throw new Error('no');
    return made;
  });
  await expect(ask()).rejects.toThrow('no');
  expect(await ask()).toBe(2);
});
