import type { Hex } from 'viem';
import { createClient, custom, defineChain, encodeAbiParameters, encodeEventTopics } from 'viem';
import { describe, expect, it } from 'vitest';
import { paidEvent } from '#shared/abi/vaultAbi.ts';
import { northshore } from '../../tools/lab/web/deskEvidence.ts';
import { hashOf } from '../../tools/lab/web/fakeWallet.ts';
import { ACCOUNT } from '../../tools/lab/web/fixtures.ts';
import { createPaymentReads } from './paymentReads.ts';

const currency = { name: 'Ether', symbol: 'ETH', decimals: 18 };
const chain = defineChain({ id: 1, name: 'One', nativeCurrency: currency, rpcUrls: { default: { http: [] } } });
const HEAD = 100_000_000;
const PAID = `0x${'1'.padStart(64, '0')}`;

const wire = (number: number): Hex => `0x${number.toString(16)}`;
const ID = hashOf('2');
const PAID_AT = 40_000;
const PAID_LOG = {
  ...{ address: northshore.vault, blockNumber: wire(PAID_AT), transactionHash: hashOf('5'), logIndex: '0x0' },
  topics: encodeEventTopics({
    abi: [paidEvent],
    args: { payer: ACCOUNT, id: ID, to: ACCOUNT },
  }),
  data: encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [ACCOUNT, 1n]),
};

describe("the vaults' record of payments", () => {
  it('needs only one log request once the payment has been found', async () => {
    const asked: string[] = [];
    const request = async ({ method, params }: { method: string; params?: readonly unknown[] }) => {
      asked.push(method);
      if (method === 'eth_getBlockByNumber') {
        const number = params?.[0] === 'latest' ? 50_000 : Number(params?.[0]);
        return { number: wire(number), timestamp: wire(1_000_000 + number), transactions: [] };
      }
      if (method === 'eth_getLogs') return asked.filter((one) => one === method).length % 3 === 0 ? [PAID_LOG] : [];
      return { eth_call: PAID, eth_blockNumber: wire(50_000) }[method];
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
  /** Vaults that say they paid, on a chain of 100 million blocks whose endpoint returns no logs. */
  function searchOn(logsOf: (from: number, to: number) => readonly unknown[]) {
    const starts: number[] = [];
    const request = async ({ method, params }: { method: string; params?: readonly Record<string, string>[] }) => {
      if (method !== 'eth_getLogs') return { eth_call: PAID, eth_blockNumber: wire(HEAD) }[method];
      const [from, to] = [Number(params?.[0]?.fromBlock), Number(params?.[0]?.toBlock)];
      starts.push(from);
      return logsOf(from, to);
    };
    const client = createClient({ chain, transport: custom({ request }, { retryCount: 0 }) });
    const { findPayment } = createPaymentReads(() => client);
    return { starts, find: () => findPayment(northshore, ID, 0n) };
  }

  it('asks for a bounded number of ranges, continues in the next call, and starts over after the newest block', async () => {
    const { starts, find } = searchOn(() => []);
    const ends: number[] = [];
    while (starts.filter((from) => from === 0).length < 2) {
      expect(await find()).toBeNull();
      ends.push(starts.length);
    }
    expect(ends.every((end, index) => end - (ends[index - 1] ?? 0) <= 24)).toBe(true);
    expect(starts.slice(0, 4)).toEqual([0, 10_000, 30_000, 70_000]);
    const firstRound = starts.slice(0, starts.lastIndexOf(0));
    expect(firstRound).toEqual([...firstRound].sort((a, b) => a - b));
  });

  it('keeps to the range that the endpoint allows', async () => {
    const { starts, find } = searchOn((from, to) => {
      if (to - from >= 5_000) throw new Error('at most 5000 blocks');
      return from <= PAID_AT && to >= PAID_AT ? [PAID_LOG] : [];
    });
    expect(await find()).toBe(hashOf('5'));
    expect(starts.length).toBeLessThan(24);
  });

  it('throws if the endpoint refuses every range', async () => {
    const { find } = searchOn(() => {
      throw new Error('no logs here');
    });
    await expect(find()).rejects.toThrow();
  });
});
