import { createClient, custom, defineChain } from 'viem';
import { describe, expect, it } from 'vitest';
import { northshore } from '../../lab/web/deskEvidence.ts';
import { hashOf } from '../../lab/web/fakeWallet.ts';
import { createPaymentReads } from './paymentReads.ts';

const currency = { name: 'Ether', symbol: 'ETH', decimals: 18 };
const chain = defineChain({ id: 1, name: 'One', nativeCurrency: currency, rpcUrls: { default: { http: [] } } });
const PAID = `0x${'1'.padStart(64, '0')}`;

describe('the search for a payment', () => {
  it('asks for at most fifty ranges, and goes on there in the next call', async () => {
    const starts: number[] = [];
    const request = async ({ method, params }: { method: string; params?: readonly { fromBlock?: string }[] }) => {
      if (method === 'eth_getLogs') starts.push(Number(params?.[0]?.fromBlock));
      return { eth_call: PAID, eth_blockNumber: '0x3d090', eth_getLogs: [] }[method];
    };
    const client = createClient({ chain, transport: custom({ request }, { retryCount: 0 }) });
    const { findPayment } = createPaymentReads(() => client);
    const startsOfCall = async () => {
      starts.length = 0;
      expect(await findPayment(northshore, hashOf('2'), 0n)).toBeNull();
      return [starts.length, starts[0]];
    };
    expect(await startsOfCall()).toEqual([50, 0]);
    expect(await startsOfCall()).toEqual([50, 100_000]);
    expect(await startsOfCall()).toEqual([26, 200_000]);
    expect(await startsOfCall()).toEqual([50, 0]);
  });
});
