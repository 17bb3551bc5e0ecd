import { expect, it } from 'vitest';
import { createYieldWhenDue } from './yieldWhenDue.ts';

it('yields after 8 ms of work, and starts counting again after each yield', async () => {
  let time = 0;
  let yields = 0;
  const yieldWhenDue = createYieldWhenDue(
    () => time,
    async () => {
      yields += 1;
      time += 100;
    },
  );
  time = 7;
  expect(yieldWhenDue()).toBeUndefined();
  time = 8;
  await yieldWhenDue();
  expect(yields).toBe(1);
  time += 7;
  expect(yieldWhenDue()).toBeUndefined();
  time += 1;
  await yieldWhenDue();
  expect(yields).toBe(2);
});

it('lets the page do other work while it yields', async () => {
  const order: string[] = [];
  setTimeout(() => order.push('other work'));
  let time = 0;
  const yieldWhenDue = createYieldWhenDue(() => (time += 10));
  for (let turn = 0; turn < 1000 && order.length === 0; turn += 1) await yieldWhenDue();
  expect(order).toEqual(['other work']);
});
