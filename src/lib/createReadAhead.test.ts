import { expect, it } from 'vitest';
import { createReadAhead } from './createReadAhead.ts';

const hashes = (count: number) => Array.from({ length: count }, (_, index) => `0x${index}`);

function readAhead() {
  const asked: string[] = [];
  const ahead = createReadAhead(async (hash) => {
    asked.push(hash);
    if (hash === '0x1') throw new Error('broken');
    return hash;
  });
  return { ahead, asked };
}

it('asks about the next hundred listed hashes with the first one, and about each only once', async () => {
  const { ahead, asked } = readAhead();
  ahead.list(hashes(250));
  expect(asked).toEqual([]);
  expect(await ahead.answerTo('0x0')).toBe('0x0');
  expect(asked).toEqual(hashes(100));
  await expect(ahead.answerTo('0x1')).rejects.toThrow('broken');
  expect(await ahead.answerTo('0X99')).toBe('0x99');
  expect(asked).toHaveLength(100);
  await ahead.answerTo('0x100');
  expect(asked).toEqual(hashes(200));
});

it('asks again about forgotten hashes', async () => {
  const { ahead, asked } = readAhead();
  ahead.list(hashes(3));
  await ahead.answerTo('0x0');
  ahead.forget(['0x2']);
  await ahead.answerTo('0x0');
  await ahead.answerTo('0x2');
  expect(asked).toEqual(['0x0', '0x1', '0x2', '0x2']);
});
