import { createClient, custom, defineChain, numberToHex } from 'viem';
import { expect, it } from 'vitest';
import { hashOf } from '../../lab/web/fakeWallet.ts';
import { registry, terms } from '../../lab/web/fixtures.ts';
import { createDepositReads } from './depositReads.ts';

const HASH = hashOf('1');
const BLOCK_HASH = hashOf('b');
const BLOCK = 7;

it('waits on while a node has the block of a transaction but not its receipt', async () => {
  let receipts = 0;
  const transaction = { hash: HASH, from: terms.account, nonce: '0x1', type: '0x2', blockNumber: numberToHex(BLOCK) };
  const answers: Record<string, () => unknown> = {
    eth_blockNumber: () => numberToHex(BLOCK),
    eth_getTransactionByHash: () => transaction,
    eth_getBlockByNumber: () => ({ number: numberToHex(BLOCK), hash: BLOCK_HASH, transactions: [transaction] }),
    eth_getTransactionReceipt: () => {
      receipts += 1;
      // viem asks three times before it gives up.
      if (receipts <= 3) return null;
      return { transactionHash: HASH, blockHash: BLOCK_HASH, blockNumber: numberToHex(BLOCK), status: '0x1', logs: [] };
    },
  };
  const request = async ({ method }: { method: string }) => answers[method]?.();
  const chain = defineChain({
    ...{ id: terms.origin.chainId, name: 'Test', rpcUrls: { default: { http: [] } } },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  });
  const client = createClient({ chain, transport: custom({ request }), pollingInterval: 10 });
  const reads = createDepositReads(() => client, registry);
  expect(await reads.waitForReceipt(chain.id, HASH)).toMatchObject({ transactionHash: HASH, status: 'success' });
  expect(receipts).toBe(4);
});
