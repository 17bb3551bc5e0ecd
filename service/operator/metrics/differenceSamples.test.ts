import { zeroAddress } from 'viem';
import { expect, test } from 'vitest';
import { createSampleCatalog, pickChain } from '../../../lab/service/sampleCatalog.ts';
import type { StoredReading } from '../../books/readings.ts';
import { differenceSamples } from './valuedMetrics.ts';

const catalog = createSampleCatalog();
const chain = pickChain(catalog, 'Northshore');

const read = (readings: readonly StoredReading[]) => differenceSamples(catalog, readings);

const READING: StoredReading = {
  ...{ id: 1n, chainId: chain.id, account: 'hotWallet', token: zeroAddress, addresses: chain.hotWallet, fromBlock: 1n },
  ...{ toBlock: 2n, closing: 5n, difference: -5n * 10n ** 17n, ageSeconds: 60 },
};

test('exports a difference in whole tokens, and none for the first reading', () => {
  const labels = { chain: chain.name, token: chain.nativeToken, account: 'hotWallet' };
  expect(read([READING])).toEqual([{ labels, value: -0.5 }]);
  expect(read([{ ...READING, difference: -1n }])).toEqual([{ labels, value: -1e-18 }]);
  expect(read([{ ...READING, fromBlock: null, difference: null }])).toEqual([]);
});
