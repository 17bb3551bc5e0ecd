import { createClient, createPublicClient, custom, defineChain } from 'viem';
import { anvil } from 'viem/chains';
import { describe, expect, it } from 'vitest';
import { northshore } from '../../../tools/lab/web/deskEvidence.ts';
import { hashOf } from '../../../tools/lab/web/fakeWallet.ts';
import { ACCOUNT, OTHER_ACCOUNT } from '../../../tools/lab/web/fixtures.ts';
import { createChainEvidenceReads, markDenials, readFailure } from './chainEvidenceReads.ts';

const currency = { name: 'Ether', symbol: 'ETH', decimals: 18 };
const chain = defineChain({ id: 1, name: 'One', nativeCurrency: currency, rpcUrls: { default: { http: [] } } });
const receipt = {
  ...{ transactionHash: hashOf('1'), transactionIndex: '0x0', blockNumber: '0x9', blockHash: hashOf('8') },
  ...{ status: '0x1', type: '0x2', from: ACCOUNT, to: OTHER_ACCOUNT, logs: [], contractAddress: null },
  ...{ gasUsed: '0x5208', cumulativeGasUsed: '0x5208', effectiveGasPrice: '0x2' },
};

/** What the chain shows if its only endpoint answers with these changes. */
async function lookWith(changes: Partial<Record<keyof typeof receipt, null>>, timestamp = '0x1') {
  const answers: Readonly<Record<string, unknown>> = {
    ...{ eth_getTransactionReceipt: { ...receipt, ...changes }, eth_getTransactionByHash: null },
    ...{ eth_blockNumber: '0xa', eth_getBlockByNumber: { number: '0x9', timestamp, transactions: [] } },
  };
  const request = async ({ method }: { readonly method: string }) => answers[method];
  const client = createClient({ chain, transport: custom({ request }, { retryCount: 0 }) });
  const evidenceOn = createChainEvidenceReads(() => [{ host: 'one', client, ask: async () => null }]);
  return (await evidenceOn(northshore, hashOf('1'))).evidence;
}

describe('an endpoint with a malformed answer', () => {
  it.each(['blockNumber', 'gasUsed', 'blockHash', 'logs'] as const)('without %s counts as silent', async (field) => {
    expect(await lookWith({ [field]: null })).toMatchObject({ kind: 'silent', endpoints: [{ answer: 'silent' }] });
  });

  it('without a gas price still shows the transaction', async () => {
    expect(await lookWith({})).toMatchObject({ kind: 'mined', networkFee: 42_000n, minedAtMs: 1_000 });
    expect(await lookWith({ effectiveGasPrice: null })).toMatchObject({ kind: 'mined', networkFee: 0n });
  });

  it('shows no time after the year 9999', async () => {
    expect(await lookWith({}, '0xffffffffffff')).toMatchObject({ kind: 'mined', minedAtMs: null });
  });
});

/** An endpoint without the transaction, with this newest block; null: it does not answer. */
function endpointAt(head: number | null) {
  const request = async () => {
    if (head === null) throw new Error('timeout');
    return `0x${head.toString(16)}`;
  };
  const client = createPublicClient({ chain: anvil, transport: custom({ request }, { retryCount: 0 }) });
  return { host: 'one', kind: 'unknown', fingerprint: '', client } as const;
}

it.each([
  [105, { answer: 'differs' }],
  [104, { answer: 'behind', isLagging: false }],
  [100, { answer: 'behind', isLagging: false }],
  [99, { answer: 'behind', isLagging: true }],
  [50, { answer: 'behind', isLagging: true }],
  [49, { answer: 'differs' }],
  [null, { answer: 'behind' }],
])('an endpoint at block %s that denies a transaction of block 100: %o', async (head, expected) => {
  const answers = [{ host: 'one', answer: 'behind' } as const];
  expect(await markDenials(answers, [endpointAt(head)], 100n)).toEqual([{ host: 'one', ...expected }]);
});

const transaction = { from: ACCOUNT, to: OTHER_ACCOUNT, input: '0x12', value: 0n, gas: 60_000n } as const;
type Replay = { readonly result: string } | { readonly code: number; readonly message: string; readonly data?: string };

function failureOf(replay: Replay) {
  const request = async () => {
    if ('result' in replay) return replay.result;
    throw Object.assign(new Error(replay.message), replay);
  };
  const client = createClient({ chain, transport: custom({ request }, { retryCount: 0 }) });
  return readFailure(client, { gasUsed: 60_000n, blockNumber: 9n }, transaction);
}

describe('a failed transaction that used all its gas', () => {
  it('ran out of gas if the replay succeeds or also runs out of gas', async () => {
    expect(await failureOf({ result: '0x' })).toEqual({ kind: 'outOfGas', gasLimit: 60_000n });
    expect(await failureOf({ code: -32_000, message: 'out of gas' })).toMatchObject({ kind: 'outOfGas' });
  });

  it('reverted if the replay reverts, or if no endpoint has the state', async () => {
    const reverts = { code: 3, message: 'execution reverted', data: '0x12345678' };
    expect(await failureOf(reverts)).toEqual({ kind: 'reverted', reason: 'unknown contract error 0x12345678' });
    const noState = { code: -32_000, message: 'missing trie node' };
    expect(await failureOf(noState)).toEqual({ kind: 'reverted', reason: null });
  });
});
