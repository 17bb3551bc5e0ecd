import type { Figures } from '../../db/figures.ts';
import type { Catalog, Chain } from '../../domain/catalog.ts';
import { totalValue } from '../../domain/exposure.ts';
import { PRICE_DECIMALS } from '../../domain/price.ts';
import type { DatabaseMetric } from './databaseMetric.ts';
import { perChain } from './databaseMetric.ts';
import { toDisplayNumber } from './tokenSamples.ts';

// A token without a price can be worth any amount, so its exposure is infinite: an absent series would raise no alert.
function readExposure({ exposed }: Figures, catalog: Catalog, chain: Chain): number {
  const amounts = exposed.filter(({ chainId }) => chainId === chain.id);
  const value = totalValue(catalog, chain, amounts);
  return value === null ? Number.POSITIVE_INFINITY : toDisplayNumber(value, PRICE_DECIMALS);
}

/** Metrics of payments for deposits that are not final. */
export function createExposureMetrics(catalog: Catalog): readonly DatabaseMetric[] {
  return [
    {
      name: 'causeway_exposure',
      help: 'Value of signed and paid payments for deposits on the chain that are not final, in the currency of the prices',
      labelNames: ['chain'],
      read: (figures) => perChain(catalog, (chain) => readExposure(figures, catalog, chain)),
    },
    {
      name: 'causeway_exposure_cap',
      help: 'The exposureCap of the chain, where the configuration sets one',
      labelNames: ['chain'],
      read: () =>
        catalog.chains.flatMap(({ name, exposureCap }) =>
          exposureCap === null
            ? []
            : [{ labels: { chain: name }, value: toDisplayNumber(exposureCap, PRICE_DECIMALS) }],
        ),
    },
  ];
}
