import { createClient, custom, defineChain } from 'viem';
import { describe, expect, it } from 'vitest';
import { northshore } from '../../../lab/web/deskEvidence.ts';
import { hashOf } from '../../../lab/web/fakeWallet.ts';
import { ACCOUNT, OTHER_ACCOUNT } from '../../../lab/web/fixtures.ts';
import { createSightReads } from './sightReads.ts';

const currency = { name: 'Ether', symbol: 'ETH', decimals: 18 };
const chain = defineChain({ id: 1, name: 'One', nativeCurrency: currency, rpcUrls: { default: { http: [] } } });
const receipt = {
  ...{ transactionHash: hashOf('1'), transactionIndex: '0x0', blockNumber: '0x9', blockHash: hashOf('8') },
  ...{ status: '0x1', type: '0x2', from: ACCOUNT, to: OTHER_ACCOUNT, logs: [], contractAddress: null },
  ...{ gasUsed: '0x5208', cumulativeGasUsed: '0x5208', effectiveGasPrice: '0x2' },
};

/** What the chain shows of a transaction whose only endpoint answers with these changes. */
async function lookWith(changes: Partial<Record<keyof typeof receipt, null>>, timestamp = '0x1') {
  const answers: Readonly<Record<string, unknown>> = {
    ...{ eth_getTransactionReceipt: { ...receipt, ...changes }, eth_getTransactionByHash: null },
    ...{ eth_blockNumber: '0xa', eth_getBlockByNumber: { number: '0x9', timestamp, transactions: [] } },
  };
  const request = async ({ method }: { readonly method: string }) => answers[method];
  const client = createClient({ chain, transport: custom({ request }, { retryCount: 0 }) });
  const sightOn = createSightReads(() => [{ host: 'one', client, ask: async () => null }]);
  return (await sightOn(northshore, hashOf('1'))).sight;
}

describe('an endpoint with a malformed answer', () => {
  it.each(['blockNumber', 'gasUsed', 'blockHash', 'logs'] as const)('without %s counts as silent', async (field) => {
    expect(await lookWith({ [field]: null })).toMatchObject({ kind: 'silent', endpoints: [{ answer: 'silent' }] });
  });

  it('without a gas price still shows the transaction', async () => {
    expect(await lookWith({})).toMatchObject({ kind: 'mined', networkFee: 42_000n, minedAtMs: 1_000 });
    expect(await lookWith({ effectiveGasPrice: null })).toMatchObject({ kind: 'mined', networkFee: 0n });
  });

  it('has no time after the year 9999', async () => {
    expect(await lookWith({}, '0xffffffffffff')).toMatchObject({ kind: 'mined', minedAtMs: null });
  });
});
