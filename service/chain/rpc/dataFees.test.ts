import { expect, test } from 'vitest';
import { findAgreement } from './agreement.ts';
import type { RpcAnswer } from './rpcResult.ts';
import { describeAnswer, readResult } from './rpcResult.ts';

const HASH = `0x${'b'.repeat(64)}`;
const RECEIPT = {
  ...{ transactionHash: HASH, blockHash: HASH, blockNumber: '0x1', status: '0x1', logs: [] },
  ...{ gasUsed: '0x5', effectiveGasPrice: '0x7', type: '0x2' },
};

/** What a quorum of two providers agrees on, when their receipts have these data fees. */
function agreed(method: string, toResult: (receipt: object) => unknown, fees: readonly (string | undefined)[]) {
  const call = { method, params: [HASH] };
  const votes = fees.map((l1Fee, voter) => {
    const receipt = { ...RECEIPT, ...(l1Fee !== undefined && { l1Fee }) };
    const answer: RpcAnswer = { kind: 'result', result: readResult(method, toResult(receipt)) };
    return { voter, answer, key: describeAnswer(answer) };
  });
  const answer = findAgreement(call, votes, 2)?.answer;
  return answer?.kind === 'result' ? answer.result : null;
}

const one = (...fees: readonly (string | undefined)[]) =>
  agreed('eth_getTransactionReceipt', (receipt) => receipt, fees);

test('a data fee that the providers share stays in the receipt', () => {
  expect(one('0x64', '0x64')).toMatchObject({ transactionHash: HASH, l1Fee: '0x64' });
  expect(one(undefined, undefined)).toMatchObject({ transactionHash: HASH, l1Fee: null });
});

test('providers agree on a receipt although one of them omits the data fee, which is then unknown', () => {
  expect(one('0x64', undefined)).toMatchObject({ transactionHash: HASH, l1Fee: 'unknown' });
  expect(one('0x64', '0x65')).toMatchObject({ transactionHash: HASH, l1Fee: 'unknown' });
});

test('providers agree on the receipts of a block although one of them omits the data fees', () => {
  const fees = ['0x64', undefined];
  expect(agreed('eth_getBlockReceipts', (receipt) => [receipt], fees)).toMatchObject([{ transactionHash: HASH }]);
});
