import type { Hex } from 'viem';
import { numberToHex } from 'viem';
import { expect, test } from 'vitest';
import { memoryBlock } from '../../../tools/lab/endpoints/memoryNode.ts';
import { findAgreement } from './agreement.ts';
import type { RpcAnswer } from './rpcResult.ts';
import { describeAnswer, readResult } from './rpcResult.ts';

const CALL = { method: 'eth_getBlockByNumber', params: ['0x7', false] };

const bloomOf = (bits: bigint): Hex => numberToHex(bits, { size: 256 });

/** A block's bloom filter as a quorum of two providers agrees on it, when they report these. */
function agreedBloom(...blooms: readonly (Hex | null)[]): unknown {
  const votes = blooms.map((logsBloom, voter) => {
    const answer: RpcAnswer = { kind: 'result', result: readResult(CALL.method, { ...memoryBlock(7), logsBloom }) };
    return { voter, answer, key: describeAnswer(answer) };
  });
  const answer = findAgreement(CALL, votes, 2)?.answer;
  return answer?.kind === 'result' ? answer.result : null;
}

test("one provider's empty bloom filter hides no bit of the others", () => {
  expect(agreedBloom(bloomOf(0n), bloomOf(5n))).toEqual({ ...memoryBlock(7), logsBloom: bloomOf(5n) });
  expect(agreedBloom(bloomOf(1n), bloomOf(4n), bloomOf(8n))).toMatchObject({ logsBloom: bloomOf(13n) });
});

test('a block has no bloom filter if one of the providers reports none', () => {
  expect(agreedBloom(bloomOf(0n), null)).toMatchObject({ logsBloom: null });
});
