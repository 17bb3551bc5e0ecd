import type { Hash } from 'viem';
import { numberToHex, pad } from 'viem';
import { expect, test } from 'vitest';
import type { TransactionDeposits } from './depositMemory.ts';
import { createDepositMemory } from './depositMemory.ts';

const hashOf = (value: number): Hash => pad(numberToHex(value));
const found = (blockHash: Hash): TransactionDeposits => ({ blockNumber: 1n, blockHash, deposits: [] });

test('forgets the oldest transactions above its size', () => {
  const memory = createDepositMemory(2);
  for (const value of [1, 2, 3]) memory.keep(hashOf(value), found(hashOf(9)));
  memory.keep(hashOf(3), found(hashOf(8)));
  const blocks = [1, 2, 3].map((value) => memory.recall(hashOf(value))?.blockHash ?? null);
  expect(blocks).toEqual([null, hashOf(9), hashOf(8)]);
});

test('shares a reading only while it runs, and no failure with a later reader', async () => {
  const memory = createDepositMemory();
  let reads = 0;
  const read = async () => {
    reads += 1;
    return found(hashOf(9));
  };
  await Promise.all([memory.share(hashOf(1), read), memory.share(hashOf(1), read), memory.share(hashOf(2), read)]);
  expect(reads).toBe(2);
  await memory.share(hashOf(1), read);
  expect(reads).toBe(3);
  await expect(memory.share(hashOf(3), () => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
  await memory.share(hashOf(3), read);
  expect(reads).toBe(4);
});
