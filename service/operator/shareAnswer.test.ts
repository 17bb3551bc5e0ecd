import { expect, test } from 'vitest';
import { shareAnswer } from './shareAnswer.ts';

test('an answer is made once for all who ask meanwhile and shortly after, and anew later', async () => {
  let made = 0;
  const ask = shareAnswer(50, async () => {
    made += 1;
    await new Promise((resolve) => setTimeout(resolve, 10));
    return made;
  });
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  expect(await ask()).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await ask()).toBe(2);
});

test('a failure is not kept', async () => {
  let made = 0;
  const ask = shareAnswer(60_000, async () => {
    made += 1;
    if (made === 1) throw new Error('no');
    return made;
  });
  await expect(ask()).rejects.toThrow('no');
  expect(await ask()).toBe(2);
});
