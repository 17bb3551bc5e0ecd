import type { Hex } from 'viem';
import { createClient, custom, defineChain, encodeAbiParameters, encodeEventTopics } from 'viem';
import { describe, expect, it } from 'vitest';
import { paidEvent } from '#shared/abi/vaultAbi.ts';
import { northshore } from '../../lab/web/deskEvidence.ts';
import { hashOf } from '../../lab/web/fakeWallet.ts';
import { ACCOUNT } from '../../lab/web/fixtures.ts';
import { createPaymentReads } from './paymentReads.ts';

const currency = { name: 'Ether', symbol: 'ETH', decimals: 18 };
const chain = defineChain({ id: 1, name: 'One', nativeCurrency: currency, rpcUrls: { default: { http: [] } } });
const PAID = `0x${'1'.padStart(64, '0')}`;

const wire = (number: number): Hex => `0x${number.toString(16)}`;
const ID = hashOf('2');
const PAID_LOG = {
  ...{ address: northshore.vault, blockNumber: wire(4_500), transactionHash: hashOf('5'), logIndex: '0x0' },
  topics: encodeEventTopics({
    abi: [paidEvent],
    args: { payer: ACCOUNT, id: ID, to: ACCOUNT },
  }),
  data: encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [ACCOUNT, 1n]),
};

describe('the record of the vaults', () => {
  it('is read again with one question about blocks, where the payment was found', async () => {
    const asked: string[] = [];
    const request = async ({ method, params }: { method: string; params?: readonly unknown[] }) => {
      asked.push(method);
      if (method === 'eth_getBlockByNumber') {
        const number = params?.[0] === 'latest' ? 5_000 : Number(params?.[0]);
        return { number: wire(number), timestamp: wire(1_000_000 + number), transactions: [] };
      }
      if (method === 'eth_getLogs') return asked.filter((one) => one === method).length % 3 === 0 ? [PAID_LOG] : [];
      return { eth_call: PAID, eth_blockNumber: wire(5_000) }[method];
    };
    const client = createClient({ chain, transport: custom({ request }, { retryCount: 0 }) });
    const { vaultRecord } = createPaymentReads(() => client);
    const read = () => vaultRecord(northshore, ID, 1_000_500_000);
    expect(await read()).toEqual({ isPaid: true, hash: hashOf('5') });
    expect(asked.filter((method) => method === 'eth_getLogs')).toHaveLength(3);
    asked.splice(0, asked.length, 'eth_getLogs', 'eth_getLogs');
    expect(await read()).toEqual({ isPaid: true, hash: hashOf('5') });
    expect(asked.slice(2)).toEqual(['eth_call', 'eth_blockNumber', 'eth_getLogs']);
  });
});

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
