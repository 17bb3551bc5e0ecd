import { expect, test } from 'vitest';
import { createLogger } from '../logger.ts';
import { startLoop } from './loop.ts';

const logger = createLogger('silent');
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('a loop takes the next turn at once after work and on news, and waits otherwise', async () => {
  let turns = 0;
  const turn = async () => {
    turns += 1;
    return turns < 4;
  };
  const loop = startLoop({ name: 'x', intervalMs: 60_000, turn, logger });
  await pause(20);
  expect(turns).toBe(4);
  loop.wake();
  await pause(20);
  expect(turns).toBe(5);
  await loop.stop();
});

test('a loop goes on after a turn that failed, and not at once', async () => {
  let turns = 0;
  const turn = async () => {
    turns += 1;
    throw new Error('no');
  };
  const loop = startLoop({ name: 'x', intervalMs: 10, turn, logger });
  for (let round = 0; round < 30; round += 1) {
    loop.wake();
    await pause(5);
  }
  await loop.stop();
  expect(turns).toBeGreaterThan(1);
  expect(turns).toBeLessThan(8);
});

test('a loop that is stopped finishes its turn first', async () => {
  let finished = false;
  const turn = async () => {
    await pause(50);
    finished = true;
    return true;
  };
  const loop = startLoop({ name: 'x', intervalMs: 10, turn, logger });
  await loop.stop();
  expect(finished).toBe(true);
});
