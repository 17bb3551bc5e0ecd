import { numberToHex, padHex, RpcRequestError, TimeoutError } from 'viem';
import { expect, test } from 'vitest';
import { createScriptedClient } from '../../tools/lab/endpoints/scriptedClient.ts';
import { createSampleCatalog, pickChain } from '../../tools/lab/service/sampleCatalog.ts';
import type { Header } from './chainClient.ts';
import { createLogReader } from './logReader.ts';

const URL = 'http://one.example';
const REFUSED = new RpcRequestError({ body: {}, url: URL, error: { code: -32_000, message: 'too many results' } });
const LATE = new TimeoutError({ body: {}, url: URL });
const SAMPLE = pickChain(createSampleCatalog(), 'Northshore');

const hashOf = (number: bigint) => padHex(numberToHex(number), { size: 32 });
const header = (number: bigint): Header => ({
  ...{ number, hash: hashOf(number), parentHash: hashOf(0n), time: new Date(0), baseFee: 0n, logsBloom: null },
});

/**
 * A reader of a chain without deposits. `fail` decides whether and how the endpoint fails to return the logs of some
 * blocks.
 */
function createReader(fail: (from: bigint, to: bigint) => Error | null, delay: (from: bigint) => Promise<void>) {
  const asked: string[] = [];
  const client = createScriptedClient<readonly [{ fromBlock: string; toBlock: string }]>(
    { ...SAMPLE, blockRange: 1000 },
    async ({ method, params: [query] }) => {
      if (method !== 'eth_getLogs') return { number: query, hash: query, timestamp: '0x0', transactions: [] };
      const [from, to] = [BigInt(query.fromBlock), BigInt(query.toBlock)];
      asked.push(`${from}-${to}`);
      await delay(from);
      const error = fail(from, to);
      if (error) throw error;
      return [];
    },
  );
  return { asked, reader: createLogReader(client) };
}

test('learns from answers in block order, whichever comes first', async () => {
  let answerFirst = () => {};
  const lastAnswer = new Promise<void>((resolve) => {
    answerFirst = resolve;
  });
  const isFirst = (from: bigint, to: bigint) => from <= 1n && to >= 1n;
  const { asked, reader } = createReader(
    (from, to) => (isFirst(from, to) ? REFUSED : null),
    async (from) => {
      if (from === 1n && asked.length > 1) await lastAnswer;
      if (from === 4n) answerFirst();
    },
  );
  const all = { from: 1n, to: 4n };
  expect(await reader.read(reader.plan(all), header(4n))).toBeNull();
  const singles = reader.plan(all);
  expect(singles).toHaveLength(4);
  expect(await reader.read(singles, header(4n))).toEqual([]);
  expect(reader.plan({ from: 2n, to: 900n })).toEqual([{ from: 2n, to: 900n }]);
});

test('asks for fewer blocks after an endpoint timed out on so many', async () => {
  const { asked, reader } = createReader(
    (from, to) => (to - from >= 100n ? LATE : null),
    async () => {},
  );
  const all = { from: 1n, to: 1000n };
  for (let turn = 0; turn < 4; turn += 1)
    await expect(reader.read(reader.plan(all), header(1000n))).rejects.toThrow('too long');
  expect(await reader.read(reader.plan(all), header(1000n))).toEqual([]);
  expect(asked).toEqual(['1-1000', '1-500', '1-250', '1-125', '1-62']);
});
