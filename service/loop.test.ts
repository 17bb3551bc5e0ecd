import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from './boot/log.ts';
import { startLoop } from './loop.ts';

const logger = createLogger('silent');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a loop takes its next turn at once after work or a wake, otherwise after the interval', async () => {
  let turns = 0;
  const turn = async () => {
    turns += 1;
    return turns < 4;
  };
  const loop = startLoop({ name: 'x', intervalMs: 60_000, turn, logger });
  await vi.advanceTimersByTimeAsync(0);
  expect(turns).toBe(4);
  loop.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(turns).toBe(5);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(turns).toBe(5);
  await vi.advanceTimersByTimeAsync(1);
  expect(turns).toBe(6);
  await loop.stop();
});

test('a loop doubles its pause after each failed turn up to 3 s, and ignores wakes meanwhile', async () => {
  const startedAt = Date.now();
  const turnsAt: number[] = [];
  const turn = async () => {
    turnsAt.push(Date.now() - startedAt);
    throw new Error('no');
  };
  const loop = startLoop({ name: 'x', intervalMs: 500, turn, logger });
  for (let ms = 0; ms < 12_000; ms += 100) {
    loop.wake();
    await vi.advanceTimersByTimeAsync(100);
  }
  await loop.stop();
  expect(turnsAt).toEqual([0, 1000, 3000, 6000, 9000, 12_000]);
});

test('a loop finishes its turn before it stops', async () => {
  let finished = false;
  const turn = async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    finished = true;
    return true;
  };
  const loop = startLoop({ name: 'x', intervalMs: 10, turn, logger });
  let stopped = false;
  const stop = loop.stop().then(() => {
    stopped = true;
  });
  await vi.advanceTimersByTimeAsync(49);
  expect([finished, stopped]).toEqual([false, false]);
  await vi.advanceTimersByTimeAsync(1);
  await stop;
  expect(finished).toBe(true);
});
