import type { Catalog, Chain } from '../../domain/catalog.ts';
import type { TokenAmount } from '../../domain/exposure.ts';
import { totalValue } from '../../domain/exposure.ts';
import { PRICE_DECIMALS } from '../../domain/price.ts';
import type { DatabaseMetric, Sample } from './databaseMetric.ts';
import { perChain } from './databaseMetric.ts';
import { toDisplayNumber } from './tokenSamples.ts';

type ChainAmount = TokenAmount & { readonly chainId: number };

// A token without a price can be worth any amount, so its value is infinite: an absent series would raise no alert.
function readValue(paid: readonly ChainAmount[], catalog: Catalog, chain: Chain): number {
  const amounts = paid.filter(({ chainId }) => chainId === chain.id);
  const value = totalValue(catalog, chain, amounts);
  return value === null ? Number.POSITIVE_INFINITY : toDisplayNumber(value, PRICE_DECIMALS);
}

function capSample({ name }: Chain, cap: bigint | null): readonly Sample[] {
  return cap === null ? [] : [{ labels: { chain: name }, value: toDisplayNumber(cap, PRICE_DECIMALS) }];
}

/** Metrics of payments for deposits that are not final. */
export function createExposureMetrics(catalog: Catalog): readonly DatabaseMetric[] {
  return [
    {
      name: 'causeway_exposure',
      help: 'Value of signed and paid payments for deposits on the chain that are not final, in the currency of the prices',
      labelNames: ['chain'],
      read: (figures) => perChain(catalog, (chain) => readValue(figures.exposed, catalog, chain)),
    },
    {
      name: 'causeway_exposure_cap',
      help: 'The exposureCap of the chain, where the configuration sets one',
      labelNames: ['chain'],
      read: () => catalog.chains.flatMap((chain) => capSample(chain, chain.exposureCap)),
    },
  ];
}
