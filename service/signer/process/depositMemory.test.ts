import type { Hash } from 'viem';
import { numberToHex, pad } from 'viem';
import { expect, test } from 'vitest';
import type { TransactionDeposits } from '../../chain/chainClient.ts';
import { createDepositMemory } from './providers.ts';

const hashOf = (value: number): Hash => pad(numberToHex(value));
const found = (blockHash: Hash): TransactionDeposits => ({ blockNumber: 1n, blockHash, deposits: [] });

test('forgets the oldest transactions when it is full', () => {
  const memory = createDepositMemory(2);
  for (const value of [1, 2, 3]) memory.keep(hashOf(value), found(hashOf(9)));
  memory.keep(hashOf(3), found(hashOf(8)));
  const blocks = [1, 2, 3].map((value) => memory.recall(hashOf(value))?.blockHash ?? null);
  expect(blocks).toEqual([null, hashOf(9), hashOf(8)]);
});
