import { parseEther, zeroAddress } from 'viem';
import { expect, test } from 'vitest';
import { EMPTY_FIGURES } from '../../../lab/service/emptyFigures.ts';
import { createSampleCatalog, pickChain } from '../../../lab/service/sampleCatalog.ts';
import type { Figures } from '../../db/figures.ts';
import { createExposureMetrics } from './exposureMetrics.ts';

const catalog = createSampleCatalog((file) => {
  for (const [index, chain] of file.chains.entries()) {
    if (index === 0) Object.assign(chain, { rpcUrls: chain.rpcUrls.slice(0, 1), quorum: 1, singleProviderCap: '5000' });
  }
});
const [first] = catalog.chains;
if (!first) throw new Error('the example has no chain');
const { id: chainId, name } = pickChain(catalog, first.name);

function read(metric: string, figures: Figures) {
  return createExposureMetrics(catalog)
    .find((candidate) => candidate.name === metric)
    ?.read(figures);
}

test('what one provider had paid is exported beside its cap, only for a chain with that cap', () => {
  const cap = [{ labels: { chain: name }, value: 5000 }];
  expect(read('causeway_single_provider_cap', EMPTY_FIGURES)).toEqual(cap);
  expect(read('causeway_single_provider_paid', EMPTY_FIGURES)).toEqual([{ labels: { chain: name }, value: 0 }]);
  const paid = { chainId, token: zeroAddress, amount: parseEther('1') };
  const [sample] = read('causeway_single_provider_paid', { ...EMPTY_FIGURES, singleProvider: [paid] }) ?? [];
  expect(sample?.value).toBeGreaterThan(0);
  const unknown = { ...paid, token: '0x00000000000000000000000000000000000000ff' } as const;
  expect(read('causeway_single_provider_paid', { ...EMPTY_FIGURES, singleProvider: [unknown] })).toEqual([
    { labels: { chain: name }, value: Number.POSITIVE_INFINITY },
  ]);
});
