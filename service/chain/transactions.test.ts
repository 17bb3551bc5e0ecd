import { expect, test } from 'vitest';
import { createScriptedClient } from '../../tools/lab/endpoints/scriptedClient.ts';
import { createSampleCatalog, pickChain } from '../../tools/lab/service/sampleCatalog.ts';
import { findMined } from './transactions.ts';

const HASH = `0x${'b'.repeat(64)}` as const;

const BLOCK = {
  ...{ number: '0x1', hash: HASH, parentHash: HASH, timestamp: '0x1', transactions: [] },
  ...{ baseFeePerGas: '0x1', gasLimit: '0x1', gasUsed: '0x1' },
};

test.each([
  ['the fee for its data, as the OP stack charges it', { l1Fee: '0x64' }, 100n],
  ['nothing for its data on a chain without such a fee', {}, 0n],
  ['an unknown fee if the providers differ', { l1Fee: 'unknown' }, null],
])('a transaction cost its gas and %s', async (_name, more, dataCost) => {
  const receipt = {
    ...{ transactionHash: HASH, blockHash: HASH, blockNumber: '0x1', status: '0x1', logs: [] },
    ...{ gasUsed: '0x5', effectiveGasPrice: '0x7', type: '0x2', ...more },
  };
  const chain = pickChain(createSampleCatalog(), 'Northshore');
  const client = createScriptedClient(chain, ({ method }) =>
    method === 'eth_getTransactionReceipt' ? receipt : BLOCK,
  );
  expect(await findMined(client, HASH)).toMatchObject({ gasCost: 35n, dataCost });
});
