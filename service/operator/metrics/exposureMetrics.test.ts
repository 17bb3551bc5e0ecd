import { parseEther, zeroAddress } from 'viem';
import { expect, test } from 'vitest';
import { EMPTY_FIGURES } from '../../../lab/service/emptyFigures.ts';
import { createSampleCatalog } from '../../../lab/service/sampleCatalog.ts';
import type { Figures } from '../../db/figures.ts';
import { createExposureMetrics } from './exposureMetrics.ts';

const catalog = createSampleCatalog((file) => {
  for (const chain of file.chains.slice(0, 1)) Object.assign(chain, { exposureCap: '5000' });
});
const [first, second] = catalog.chains;
if (!first || !second) throw new Error('the example has two chains');

function read(metric: string, figures: Figures) {
  return createExposureMetrics(catalog)
    .find((candidate) => candidate.name === metric)
    ?.read(figures);
}

test('the exposure of each chain is exported, beside the cap of a chain that has one', () => {
  expect(read('causeway_exposure_cap', EMPTY_FIGURES)).toEqual([{ labels: { chain: first.name }, value: 5000 }]);
  const exposed = { chainId: first.id, token: zeroAddress, amount: parseEther('1') };
  expect(read('causeway_exposure', { ...EMPTY_FIGURES, exposed: [exposed] })).toEqual([
    { labels: { chain: first.name }, value: 3000 },
    { labels: { chain: second.name }, value: 0 },
  ]);
});

test('the exposure to a token without a price is infinite', () => {
  const unknown = { chainId: first.id, token: '0x00000000000000000000000000000000000000ff', amount: 1n } as const;
  expect(read('causeway_exposure', { ...EMPTY_FIGURES, exposed: [unknown] })).toContainEqual({
    ...{ labels: { chain: first.name }, value: Number.POSITIVE_INFINITY },
  });
});
