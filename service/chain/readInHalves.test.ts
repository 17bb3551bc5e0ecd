import { HttpRequestError, LimitExceededRpcError, RpcRequestError } from 'viem';
import { describe, expect, test } from 'vitest';
import { readInHalves } from './readInHalves.ts';

const refusal = new LimitExceededRpcError(
  new RpcRequestError({ body: {}, error: { code: -32_005, message: 'too many results' }, url: 'http://localhost' }),
);

/** Answers the numbers of a range of at most `limit` blocks. */
function createReader(limit: bigint) {
  const asked: string[] = [];
  return {
    asked,
    readRange: async ({ from, to }: { readonly from: bigint; readonly to: bigint }) => {
      asked.push(`${from}-${to}`);
      if (to - from + 1n > limit) throw refusal;
      return Array.from({ length: Number(to - from + 1n) }, (_, index) => from + BigInt(index));
    },
    readBlock: async (number: bigint) => {
      asked.push(`block ${number}`);
      return [number];
    },
  };
}

describe('readInHalves', () => {
  test('asks once when the endpoint answers the whole range', async () => {
    const reader = createReader(100n);
    expect(await readInHalves({ from: 5n, to: 8n }, reader)).toEqual([5n, 6n, 7n, 8n]);
    expect(reader.asked).toEqual(['5-8']);
  });

  test('halves a refused range and returns every block once, in order', async () => {
    const reader = createReader(2n);
    expect(await readInHalves({ from: 1n, to: 7n }, reader)).toEqual([1n, 2n, 3n, 4n, 5n, 6n, 7n]);
    expect(reader.asked).toEqual(['1-7', '1-4', '1-2', '3-4', '5-7', '5-6', '7-7']);
  });

  test('reads a block in another way when the endpoint refuses it alone', async () => {
    const reader = createReader(0n);
    expect(await readInHalves({ from: 1n, to: 2n }, reader)).toEqual([1n, 2n]);
    expect(reader.asked).toEqual(['1-2', '1-1', 'block 1', '2-2', 'block 2']);
  });

  test('passes a lost connection on at once', async () => {
    const reader = createReader(0n);
    const lost = new HttpRequestError({ url: 'http://localhost', details: 'connection refused' });
    const broken = { ...reader, readRange: () => Promise.reject(lost) };
    await expect(readInHalves({ from: 1n, to: 8n }, broken)).rejects.toBe(lost);
    expect(reader.asked).toEqual([]);
  });
});
