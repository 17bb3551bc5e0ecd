import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findAgreement, lowerMedian, reachedBy } from './agreement.ts';
import type { RpcCall } from './rpcResult.ts';
import { describeAnswer, readResult } from './rpcResult.ts';

const LOGS: RpcCall = { method: 'eth_getLogs', params: [] };
const ESTIMATE: RpcCall = { method: 'eth_estimateGas', params: [] };

function agreeOn(call: RpcCall, results: readonly unknown[], quorum: number): unknown {
  const votes = results.map((result, voter) => {
    const answer = { kind: 'result', result: readResult(call.method, result) } as const;
    return { voter, answer, key: describeAnswer(answer) };
  });
  const agreed = findAgreement(call, votes, quorum)?.answer;
  return agreed?.kind === 'result' ? agreed.result : null;
}

test('a lying minority moves neither the newest block nor the gas price beyond what the others say', () => {
  const numbers = fc.array(fc.bigInt({ min: 0n, max: 1000n }), { minLength: 1, maxLength: 5 });
  const lies = fc.array(fc.bigInt({ min: 0n, max: 2n ** 256n }), { maxLength: 4 });
  fc.assert(
    fc.property(numbers, lies, (honest, lied) => {
      fc.pre(lied.length < honest.length);
      const all = [...lied, ...honest];
      const quorum = Math.floor(all.length / 2) + 1;
      const [least, most] = [honest, honest].map((list) => list.reduce((a, b) => (a < b ? a : b))) as [bigint, bigint];
      const highest = honest.reduce((a, b) => (a > b ? a : b), most);
      for (const agreed of [reachedBy(quorum, all), lowerMedian(all)]) {
        expect(agreed).toBeGreaterThanOrEqual(least);
        expect(agreed).toBeLessThanOrEqual(highest);
      }
    }),
  );
});

test('fewer numbers than the quorum reach nothing', () => {
  expect(reachedBy(2, [5n])).toBeNull();
  expect(lowerMedian([])).toBeNull();
});

test('logs agree whatever a provider adds to them, but not if an amount differs', () => {
  const log = { address: '0xAB', topics: ['0x01'], data: '0x02', blockNumber: '0x5', logIndex: '0x0', removed: false };
  const dressed = { ...log, address: '0xab', removed: undefined, blockTimestamp: '0x77' };
  expect(agreeOn(LOGS, [[log], [dressed]], 2)).toMatchObject([{ address: '0xab', data: '0x02' }]);
  expect(agreeOn(LOGS, [[log], [{ ...log, data: '0x03' }]], 2)).toBeNull();
  expect(agreeOn(LOGS, [[log], []], 2)).toBeNull();
  expect(readResult('eth_getLogs', [dressed])).not.toMatchObject([{ blockTimestamp: '0x77' }]);
});

test('gas estimates agree within a quarter, on the higher one', () => {
  expect(agreeOn(ESTIMATE, ['0x64', '0x7d'], 2)).toBe('0x7d');
  expect(agreeOn(ESTIMATE, ['0x64', '0x7e'], 2)).toBeNull();
  expect(agreeOn(ESTIMATE, ['0xffffff', '0x64', '0x66'], 2)).toBe('0x66');
});
