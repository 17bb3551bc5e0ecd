import { expect, it } from 'vitest';
import { createPace } from './pace.ts';

it('rests after 8 ms of work, and counts anew after each rest', async () => {
  let time = 0;
  let rests = 0;
  const pace = createPace(
    () => time,
    async () => {
      rests += 1;
      time += 100;
    },
  );
  time = 7;
  expect(pace()).toBeUndefined();
  time = 8;
  await pace();
  expect(rests).toBe(1);
  time += 7;
  expect(pace()).toBeUndefined();
  time += 1;
  await pace();
  expect(rests).toBe(2);
});

it('lets other work of the page run in a rest', async () => {
  const order: string[] = [];
  setTimeout(() => order.push('other work'));
  let time = 0;
  const pace = createPace(() => (time += 10));
  for (let turn = 0; turn < 1000 && order.length === 0; turn += 1) await pace();
  expect(order).toEqual(['other work']);
});
