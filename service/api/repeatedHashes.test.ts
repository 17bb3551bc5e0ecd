import { expect, test } from 'vitest';
import { createSampleCatalog } from '../../tools/lab/service/sampleCatalog.ts';
import { getReceipts } from './getReceipt.ts';
import type { OperationContext } from './operation.ts';

const HASH = `0x${'a'.repeat(64)}`;
const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const DEPOSITS = 900;

/** A deposit that is not decided yet. */
const ROW = {
  ...{ originChainId: 31337, originChainName: 'Northshore', originToken: ADDRESS, depositor: ADDRESS, amount: 1n },
  ...{ depositHash: HASH, depositedAt: new Date(0), settledAt: new Date(0), depositCount: DEPOSITS, blockNumber: 1n },
  ...{ originHead: 2n, minedBlock: null, minedHash: null, payingHead: null, payingChainId: null, tokenName: null },
  state: 'seen',
};

test('a request that repeats the hash of many deposits is refused before its receipts are made', async () => {
  const catalog = createSampleCatalog();
  let looks = 0;
  const counting = {
    ...catalog,
    // Each receipt looks up its chains.
    get chains() {
      looks += 1;
      return catalog.chains;
    },
  };
  const database = { query: async () => Array.from({ length: DEPOSITS }, () => ROW) };
  const context = { catalog: counting, database } as unknown as OperationContext;
  const body = { from_chain_hashes: Array.from({ length: 100 }, () => HASH), all_deposits: true };
  await expect(getReceipts(context, body, () => {})).rejects.toMatchObject({ status: 413 });
  expect(looks).toBe(0);
});
