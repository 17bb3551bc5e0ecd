import { parseEther, zeroAddress } from 'viem';
import { expect, test } from 'vitest';
import { createSampleCatalog, pickChain } from '../../../tools/lab/service/sampleCatalog.ts';
import { exposureSample } from './valuedMetrics.ts';

const catalog = createSampleCatalog();
const chain = pickChain(catalog, 'Northshore');
const labels = { chain: chain.name };

test('the exposure of a chain is in the currency of the prices', () => {
  const exposed = { token: zeroAddress, amount: parseEther('1') };
  expect(exposureSample(catalog, chain, [exposed])).toEqual({ labels, value: 3000 });
  expect(exposureSample(catalog, chain, [])).toEqual({ labels, value: 0 });
});

test('the exposure to a token without a price is infinite', () => {
  const unknown = { token: '0x00000000000000000000000000000000000000ff', amount: 1n } as const;
  expect(exposureSample(catalog, chain, [unknown])).toEqual({ labels, value: Number.POSITIVE_INFINITY });
});
