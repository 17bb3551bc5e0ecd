import { HttpRequestError, RpcRequestError, TimeoutError } from 'viem';
import { expect, test } from 'vitest';
import { askQuorum } from './askQuorum.ts';
import { createProviderRecord } from './endpoint.ts';
import { isRangeRefusal } from './refusals.ts';
import type { RpcCall } from './rpcResult.ts';
import { createVoter } from './voter.ts';

const CHAIN_ID = 5;
const LOGS = { method: 'eth_getLogs', params: [] };
const URL = 'http://one.example';
const TOO_MANY = new RpcRequestError({ body: {}, url: URL, error: { code: -32_000, message: 'too many results' } });
const DOWN = new HttpRequestError({ url: URL });

type Answer = readonly object[] | Error;

/** Asks two of three providers, which answer with these logs or fail with these errors. */
function ask(...answers: readonly Answer[]) {
  return askFor(LOGS, ...answers);
}

function askFor(call: RpcCall, ...answers: readonly Answer[]) {
  const asked: number[] = [];
  const records = answers.map((_, index) =>
    createProviderRecord({ chainId: CHAIN_ID, rpc: index + 1, now: () => 0, onForeign: () => {} }),
  );
  const voters = records.map((record, index) =>
    createVoter(record, async ({ method }) => {
      if (method === 'eth_chainId') return '0x5';
      asked.push(record.rpc);
      const answer = answers[index];
      if (answer instanceof Error) throw answer;
      return answer;
    }),
  );
  const none = () => {};
  const panel = { chainName: 'One', quorum: 2, voters, onOutcome: none, onSuspect: none, onHead: none };
  const answer = askQuorum({ ...panel, onContradiction: none }, call);
  const failing = () => records.filter(({ score }) => score.isFailing()).map(({ rpc }) => rpc);
  const leftOut = () => records.filter(({ score }) => score.isLeftOut()).map(({ rpc }) => rpc);
  return { answer, asked, failing, leftOut };
}

test('asks no third provider after two refused a range, and counts neither as failing', async () => {
  const { answer, asked, failing } = ask(TOO_MANY, TOO_MANY, []);
  const error: unknown = await answer.catch((reason: unknown) => reason);
  expect(isRangeRefusal(error)).toBe(true);
  expect(asked).toEqual([1, 2]);
  expect(failing()).toEqual([]);
});

test('counts a provider as failing that refuses a range the others answer', async () => {
  const { answer, failing } = ask(TOO_MANY, [], []);
  expect(await answer).toMatchObject({ kind: 'result' });
  expect(failing()).toEqual([1]);
});

test('finds the refusal among other failures', async () => {
  const { answer, failing } = ask(DOWN, TOO_MANY, []);
  const error: unknown = await answer.catch((reason: unknown) => reason);
  expect(isRangeRefusal(error)).toBe(true);
  expect(failing()).toEqual([1]);
});

const BLOCK_RECEIPTS = { method: 'eth_getBlockReceipts', params: [] };

test.each([
  ['too large', TOO_MANY],
  ['too slow', new HttpRequestError({ url: URL, cause: new TimeoutError({ body: {}, url: URL }) })],
])('receipts of a block that are %s do not count as a provider failure', async (_what, error) => {
  const { answer, failing } = askFor(BLOCK_RECEIPTS, error, [], []);
  expect(await answer).toMatchObject({ kind: 'result' });
  expect(failing()).toEqual([]);
});

test('differing receipts of a block are not a contradiction', async () => {
  const { answer, leftOut } = askFor(BLOCK_RECEIPTS, [{ transactionHash: '0x01', logs: [] }], [], []);
  expect(await answer).toEqual({ kind: 'result', result: [] });
  expect(leftOut()).toEqual([]);
});
