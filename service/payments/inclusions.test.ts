import type { Hash } from 'viem';
import { numberToHex } from 'viem';
import { expect, test } from 'vitest';
import { memoryBlock } from '../../tools/lab/endpoints/memoryNode.ts';
import { createScriptedClient } from '../../tools/lab/endpoints/scriptedClient.ts';
import { createSampleCatalog, pickChain } from '../../tools/lab/service/sampleCatalog.ts';
import type { Header } from '../chain/chainClient.ts';
import { createInclusions } from './reconcile.ts';
import type { Attempt } from './sends.ts';

const hashOf = (number: number): Hash => numberToHex(number, { size: 32 });
const headOf = (number: number) => ({ number: BigInt(number), hash: hashOf(number) }) as Header;
const attempts = (...numbers: readonly number[]) => numbers.map((number) => ({ hash: hashOf(number) }) as Attempt);

/** A chain with some transactions in block 7, and the calls it received. */
function createChain(mined: Set<Hash>) {
  const calls: string[] = [];
  const block = memoryBlock(7);
  const client = createScriptedClient(pickChain(createSampleCatalog(), 'Northshore'), ({ method, params: [asked] }) => {
    calls.push(`${method} ${Number(asked)}`);
    if (method === 'eth_getBlockByNumber') return block;
    if (!mined.has(numberToHex(BigInt(String(asked)), { size: 32 }))) return null;
    return {
      ...{ transactionHash: asked, blockNumber: block.number, blockHash: block.hash, status: '0x1', logs: [] },
      ...{ gasUsed: '0x5', effectiveGasPrice: '0x2' },
    };
  });
  return { calls, inclusions: createInclusions(client) };
}

test("one turn's transactions share their block's header", async () => {
  const { calls, inclusions } = createChain(new Set([hashOf(1), hashOf(2)]));
  const find = inclusions(headOf(8));
  expect(await Promise.all([find(attempts(1)), find(attempts(3, 2))])).toMatchObject([
    ...[{ hash: hashOf(1), blockNumber: 7n }, { hash: hashOf(2) }],
  ]);
  expect(calls.filter((call) => call.startsWith('eth_getBlockByNumber'))).toEqual(['eth_getBlockByNumber 7']);
});

test('a mined transaction is read once per newest block, and a missing one every time', async () => {
  const mined = new Set([hashOf(1)]);
  const { calls, inclusions } = createChain(mined);
  const find = () => inclusions(headOf(8));
  expect(await find()(attempts(1))).not.toBeNull();
  expect(await find()(attempts(2))).toBeNull();
  calls.length = 0;
  expect(await find()(attempts(1))).not.toBeNull();
  expect(calls).toEqual([]);
  expect(await find()(attempts(2))).toBeNull();
  expect(calls).toEqual(['eth_getTransactionReceipt 2']);
  mined.delete(hashOf(1));
  expect(await inclusions(headOf(9))(attempts(1))).toBeNull();
});
