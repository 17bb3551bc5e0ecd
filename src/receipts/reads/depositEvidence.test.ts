import type { Address, Hash, TransactionReceipt } from 'viem';
import { createPublicClient, custom, zeroAddress } from 'viem';
import { anvil } from 'viem/chains';
import { describe, expect, it } from 'vitest';
import { paidLog } from '../../../tools/lab/web/chainLogs.ts';
import { minedOn, northshore, southshore, unknownOn, unpaid } from '../../../tools/lab/web/deskEvidence.ts';
import { hashOf } from '../../../tools/lab/web/fakeWallet.ts';
import { createPaymentEvidence } from './depositEvidence.ts';

/** An endpoint whose vaults say that they have paid. It refuses every other request. */
const request = async ({ method }: { readonly method: string }) => {
  if (method === 'eth_call') return `0x${'1'.padStart(64, '0')}`;
  throw new Error('no logs here');
};
const client = createPublicClient({ chain: anvil, transport: custom({ request }, { retryCount: 0 }) });

const { id, token } = unpaid.deposit;
const due = { id, vaults: [southshore.vault], token, recipient: northshore.vault, least: 1n, most: null, gasDrop: 0n };
const sought = { chain: southshore, due, sinceMs: 1, detail: 'all' } as const;
const paymentEvidence = createPaymentEvidence({
  evidenceOn: async (chain) => ({ evidence: unknownOn(chain), receipt: null }),
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

describe('a payment of the native token that the service names', () => {
  const claimed = hashOf('9');
  const native = { ...due, token: zeroAddress };
  type Paid = { readonly id?: Hash; readonly to?: Address; readonly token?: Address; readonly contract?: Address };

  /** What the destination shows if its vaults have not paid, but the named transaction logs this payment. */
  function evidenceOf(paid: Paid) {
    const payment = { contract: southshore.vault, id, to: due.recipient, token: zeroAddress, amount: 5n, ...paid };
    const receipt = { status: 'success', logs: [paidLog(claimed, payment)] } as unknown as TransactionReceipt;
    const unpaidVault = createPublicClient({
      chain: anvil,
      transport: custom({ request: async () => `0x${'0'.padStart(64, '0')}` }, { retryCount: 0 }),
    });
    const read = createPaymentEvidence({
      evidenceOn: async (chain) => ({ evidence: minedOn(chain), receipt }),
      endpointsOf: () => [{ host: 'one', client: unpaidVault, ask: async () => null }],
      findPayment: async () => null,
    });
    return read({ ...sought, due: native, claimed });
  }

  it('is proven when every fact is true', async () => {
    expect(await evidenceOf({})).toMatchObject({ kind: 'proven', hash: claimed, amount: 5n });
  });

  it.each<[string, Paid, string]>([
    ['to another recipient', { to: southshore.vault }, 'recipient'],
    ['of another token', { token }, 'token'],
    ['of another transfer', { id: hashOf('8') }, 'payment'],
    ['of an unknown vault', { contract: northshore.depositContract }, 'payment'],
  ])('is a mismatch %s', async (_what, paid, field) => {
    expect(await evidenceOf(paid)).toMatchObject({ kind: 'mismatch', hash: claimed, shortfalls: [{ field }] });
  });
});
