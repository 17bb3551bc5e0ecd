import { expect, test } from 'vitest';
import { toColumn, toRows } from './database.ts';

test('turns column names into camelCase properties', () => {
  const stored = [{ id: '0x1', paying_chain_id: null, created_at: new Date(0), mined_block_hash: '0x2' }];
  expect(toRows(stored)).toEqual([{ id: '0x1', payingChainId: null, createdAt: new Date(0), minedBlockHash: '0x2' }]);
});

test('turns chain ids, nonces and counts into numbers, and no other bigint', () => {
  const stored = [
    { chain_id: 1n, origin_chain_id: 2n, nonce: 3n, next_nonce: 4n, count: 5n, amount: 6n, block_number: 7n },
    { chain_id: 8n, origin_chain_id: 9n, nonce: 10n, next_nonce: 11n, count: 12n, amount: 13n, block_number: 14n },
  ];
  expect(toRows(stored)).toEqual([
    { chainId: 1, originChainId: 2, nonce: 3, nextNonce: 4, count: 5, amount: 6n, blockNumber: 7n },
    { chainId: 8, originChainId: 9, nonce: 10, nextNonce: 11, count: 12, amount: 13n, blockNumber: 14n },
  ]);
});

test('throws for a chain id above the largest safe integer', () => {
  expect(() => toRows([{ chain_id: 2n ** 53n }])).toThrow('column chain_id holds 9007199254740992');
});

test('turns no rows into no rows', () => {
  expect(toRows([])).toEqual([]);
});

test('names the column of a property', () => {
  expect(['id', 'payingChainId', 'settledHash'].map(toColumn)).toEqual(['id', 'paying_chain_id', 'settled_hash']);
});
