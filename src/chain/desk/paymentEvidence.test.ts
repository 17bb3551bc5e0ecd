import { createPublicClient, custom } from 'viem';
import { anvil } from 'viem/chains';
import { describe, expect, it } from 'vitest';
import { northshore, southshore, unknownOn, unpaid } from '../../../lab/web/deskEvidence.ts';
import { hashOf } from '../../../lab/web/fakeWallet.ts';
import { createPaymentEvidence } from './paymentEvidence.ts';

/** An endpoint whose vaults say that they have paid, and which refuses every other request. */
const request = async ({ method }: { readonly method: string }) => {
  if (method === 'eth_call') return `0x${'1'.padStart(64, '0')}`;
  throw new Error('no logs here');
};
const client = createPublicClient({ chain: anvil, transport: custom({ request }, { retryCount: 0 }) });

const { id, token } = unpaid.deposit;
const due = { id, vaults: [southshore.vault], token, recipient: northshore.vault };
const sought = { chain: southshore, due, sinceMs: 1, atMost: null, detail: 'all' } as const;
const paymentEvidence = createPaymentEvidence({
  sightOn: async (chain) => ({ sight: unknownOn(chain), receipt: null }),
  endpointsOf: () => [{ host: 'one', client, ask: async () => null }],
  findPayment: async () => null,
});

describe('paymentEvidence', () => {
  it.each([null, hashOf('9')])(
    'keeps what the vaults say where the search fails and the claim is %s',
    async (claimed) => {
      expect(await paymentEvidence({ ...sought, claimed })).toMatchObject({
        ...{ kind: 'unproven', hash: null, isPaid: true, gap: { code: 'noAnswer' } },
        endpoints: [{ host: 'one', answer: 'agrees' }],
      });
    },
  );
});
