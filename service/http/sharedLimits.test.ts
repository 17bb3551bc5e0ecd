import fc from 'fast-check';
import { expect, test } from 'vitest';
import { takeTokens } from '../domain/tokenBucket.ts';
import { createRateLimiter } from './rateLimiter.ts';
import { createSharedLimits, sharedWindow } from './sharedLimits.ts';

type Store = {
  readonly added: { key: string; requests: number }[];
  /** Answers the oldest count under way. */
  answer(waitMs: number | Error): Promise<void>;
  readonly add: (key: string, requests: number) => Promise<number>;
};

function createStore(): Store {
  const added: { key: string; requests: number }[] = [];
  const waiting: { resolve(waitMs: number): void; reject(error: Error): void }[] = [];
  return {
    added,
    add: (key, requests) => {
      added.push({ key, requests });
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    answer: async (outcome) => {
      const next = waiting.shift();
      if (outcome instanceof Error) next?.reject(outcome);
      else next?.resolve(outcome);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('the window of the store admits everything that one process admits in it', () => {
  const limits = fc.record({
    perSecond: fc.integer({ min: 1, max: 1000 }),
    burst: fc.integer({ min: 1, max: 10_000 }),
  });
  fc.assert(
    fc.property(limits, (limit) => {
      const { seconds, points } = sharedWindow(limit);
      let [admitted, fullAt] = [0, 0];
      // A client that always asks as soon as it may.
      for (let now = 0; now < seconds * 1000; ) {
        const taken = takeTokens(limit, fullAt, { now, count: 1 });
        if (taken.ok) [admitted, fullAt] = [admitted + 1, taken.fullAt];
        else now += taken.waitMs;
      }
      expect(admitted).toBeLessThanOrEqual(points);
    }),
    { numRuns: 30 },
  );
});

test('a client with the default limits gets at most 30 % more than 20 requests a second over all processes', () => {
  const { seconds, points } = sharedWindow({ perSecond: 20, burst: 100 });
  expect([seconds, points]).toEqual([20, 520]);
  expect(points / seconds).toBeLessThanOrEqual(26);
});

test('a client waits as long as the store says, on the process that admitted its requests', async () => {
  let now = 1000;
  const store = createStore();
  const limiter = createRateLimiter({ perSecond: 1, burst: 100 }, { shared: createSharedLimits(store.add, () => now) });
  expect(limiter('192.0.2.1', now)).toBe(0);
  await store.answer(5000);
  expect([limiter('192.0.2.1', now), limiter('192.0.2.2', now)]).toEqual([5000, 0]);
  now += 5000;
  expect(limiter('192.0.2.1', now)).toBe(0);
});

test('the requests of a client during a count are counted together afterwards', async () => {
  const store = createStore();
  const shared = createSharedLimits(store.add, () => 0);
  shared.count('a', 1);
  shared.count('a', 2);
  shared.count('b', 1);
  shared.count('a', 3);
  await store.answer(0);
  await store.answer(0);
  expect(store.added).toEqual([
    { key: 'a', requests: 1 },
    { key: 'b', requests: 1 },
    { key: 'a', requests: 5 },
  ]);
});

test('a refused request is not counted in the store', () => {
  const store = createStore();
  const limiter = createRateLimiter({ perSecond: 1, burst: 1 }, { shared: createSharedLimits(store.add, () => 0) });
  expect([limiter('a', 0), limiter('a', 0)]).toEqual([0, 1000]);
  expect(store.added).toHaveLength(1);
});

test('a store that fails or hangs refuses no client, and holds a limited number of counts', async () => {
  const store = createStore();
  const shared = createSharedLimits(store.add, () => 0);
  shared.count('a', 1);
  await store.answer(new Error('connection lost'));
  expect(shared.waitFor('a', 0)).toBe(0);
  for (let client = 0; client < 20_000; client += 1) shared.count(`client ${client}`, 1);
  expect(store.added).toHaveLength(10_001);
});
