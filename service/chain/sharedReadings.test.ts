import type { Hash } from 'viem';
import { numberToHex, pad } from 'viem';
import { expect, test } from 'vitest';
import type { TransactionDeposits } from './chainClient.ts';
import { createSharedReadings } from './chainClient.ts';

const hashOf = (value: number): Hash => pad(numberToHex(value));
const found = (blockHash: Hash): TransactionDeposits => ({ blockNumber: 1n, blockHash, deposits: [] });

test('shares a reading only while it runs, and no failure with a later reader', async () => {
  const readings = createSharedReadings();
  let reads = 0;
  const read = async () => {
    reads += 1;
    return found(hashOf(9));
  };
  await Promise.all([
    readings.share(hashOf(1), read),
    readings.share(hashOf(1), read),
    readings.share(hashOf(2), read),
  ]);
  expect(reads).toBe(2);
  await readings.share(hashOf(1), read);
  expect(reads).toBe(3);
  await expect(readings.share(hashOf(3), () => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
  await readings.share(hashOf(3), read);
  expect(reads).toBe(4);
});
