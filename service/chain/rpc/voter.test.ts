import { HttpRequestError, RpcRequestError } from 'viem';
import { expect, test } from 'vitest';
import { createProviderRecord } from './endpoint.ts';
import { createVoter } from './voter.ts';

const REFUSAL = new RpcRequestError({ body: {}, url: '', error: { code: -32_602, message: 'missing field to' } });
const DOWN = new HttpRequestError({ url: 'http://one.example' });
const withCode = { method: 'eth_call', params: [{ data: '0x60' }, '0x7'] };
const toContract = { method: 'eth_call', params: [{ to: `0x${'11'.repeat(20)}`, data: '0x60' }, '0x7'] };

test.each([
  [
    'refuses a call without a recipient does not count as failing',
    { call: withCode, error: REFUSAL, isFailing: false },
  ],
  ['refuses a call of a contract counts as failing', { call: toContract, error: REFUSAL, isFailing: true }],
  ['gives no answer to a call without a recipient counts as failing', { call: withCode, error: DOWN, isFailing: true }],
] as const)('a provider that %s', async (_what, { call, error, isFailing }) => {
  const now = () => 0;
  const record = createProviderRecord({ chainId: 1, rpc: 1, now, onForeign: () => {} });
  const send = async ({ method }: { readonly method: string }) => {
    if (method === 'eth_chainId') return '0x1';
    throw error;
  };
  await expect(createVoter(record, send, { now }).ask(call)).rejects.toBe(error);
  expect(record.score.isFailing()).toBe(isFailing);
});
