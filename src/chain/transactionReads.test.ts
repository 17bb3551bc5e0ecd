import { createClient, custom } from 'viem';
import { anvil } from 'viem/chains';
import { describe, expect, it } from 'vitest';
import { hashOf } from '../../tools/lab/web/fakeWallet.ts';
import { receiptAt, transactionAt } from './transactionReads.ts';

const HASH = hashOf('a');
const receipt = {
  ...{ transactionHash: HASH, blockHash: hashOf('b'), blockNumber: '0x7', gasUsed: '0x5208' },
  ...{ status: '0x1', logs: [] },
};

/** A node that answers every request with this. */
const nodeOf = (answer: unknown) =>
  createClient({ chain: anvil, transport: custom({ request: async () => answer }, { retryCount: 0 }) });

describe('receiptAt', () => {
  it('accepts a receipt whose hash is in capitals, and returns null for none', async () => {
    const capitals = { ...receipt, transactionHash: `0x${HASH.slice(2).toUpperCase()}` };
    expect(await receiptAt(nodeOf(capitals), HASH)).toMatchObject({ status: 'success', blockNumber: 7n });
    expect(await receiptAt(nodeOf(null), HASH)).toBeNull();
  });

  it.each([
    ['of another transaction', { ...receipt, transactionHash: hashOf('c') }],
    ['without a block', { ...receipt, blockHash: null }],
  ])('believes no receipt %s', async (_what, answer) => {
    await expect(receiptAt(nodeOf(answer), HASH)).rejects.toThrow('the endpoint answered');
  });
});

describe('transactionAt', () => {
  it('rejects another transaction, and returns null for none', async () => {
    expect(await transactionAt(nodeOf(null), HASH)).toBeNull();
    const other = { hash: hashOf('c'), nonce: '0x1', type: '0x2' };
    await expect(transactionAt(nodeOf(other), HASH)).rejects.toThrow('the endpoint answered with another transaction');
  });
});
