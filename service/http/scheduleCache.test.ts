import { beforeEach, expect, test } from 'vitest';
import { createSampleCatalog } from '../../lab/service/sampleCatalog.ts';
import type { Database } from '../db/database.ts';
import type { ScheduleCache } from './scheduleCache.ts';
import { createScheduleCache } from './scheduleCache.ts';

type Mode = 'answers' | 'hangs' | 'fails';

let now: number;
let mode: Mode;
let queries: number;
let cache: ScheduleCache;

const query = () => {
  queries += 1;
  if (mode === 'fails') return Promise.reject(new Error('connection lost'));
  return mode === 'hangs' ? new Promise(() => {}) : Promise.resolve([]);
};

beforeEach(() => {
  [now, mode, queries] = [1_800_000_000_000, 'answers', 0];
  cache = createScheduleCache({ query } as unknown as Database, createSampleCatalog(), { now: () => new Date(now) });
});

const settle = () => new Promise((resolve) => setImmediate(resolve));

async function isAnswered(answer: Promise<unknown>): Promise<boolean> {
  let answered = false;
  answer.then(
    () => {
      answered = true;
    },
    () => {},
  );
  await settle();
  return answered;
}

test('under steady requests the schedules are read each second, and no request waits for the database', async () => {
  const first = await cache.current();
  now += 800;
  expect(await cache.current()).toBe(first);
  await settle();
  const after = queries;
  mode = 'hangs';
  now += 700;
  const second = cache.current();
  expect(await isAnswered(second)).toBe(true);
  expect(await second).not.toBe(first);
  expect(queries).toBe(after);
});

test('a request waits for schedules that are a second old', async () => {
  await cache.current();
  mode = 'hangs';
  now += 999;
  expect(await isAnswered(cache.current())).toBe(true);
  now += 1;
  expect(await isAnswered(cache.current())).toBe(false);
});

test('a reading that hangs is replaced after a second', async () => {
  mode = 'hangs';
  expect(await isAnswered(cache.current())).toBe(false);
  mode = 'answers';
  now += 1000;
  expect(await isAnswered(cache.current())).toBe(true);
});

test('a failed reading is repeated, and reported once the schedules are a second old', async () => {
  const first = await cache.current();
  mode = 'fails';
  now += 800;
  expect(await cache.current()).toBe(first);
  await settle();
  now += 200;
  await expect(cache.current()).rejects.toThrow('connection lost');
  mode = 'answers';
  expect(await cache.current()).not.toBe(first);
});
