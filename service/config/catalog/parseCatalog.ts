import type { Catalog } from '../../domain/catalog.ts';
import type { ConfigFile } from '../configFileSchema.ts';
import { parseChain } from './parseChain.ts';
import { parseGuards } from './parseGuards.ts';
import { parseRoute } from './parseRoute.ts';
import { validateSweeps } from './parseSweep.ts';
import { parseTokens } from './parseTokens.ts';
import type { ReportProblem } from './reportProblem.ts';
import { byName, reportDuplicates } from './reportProblem.ts';

function parsePriceLabel({ priceCurrency, pricesAsOf }: ConfigFile): Catalog['priceLabel'] {
  if (priceCurrency === undefined || pricesAsOf === undefined) return null;
  return { currency: priceCurrency, asOf: new Date(pricesAsOf) };
}

/** Builds the catalog from a file of the right shape, and reports each setting that contradicts another. */
export function parseCatalog(report: ReportProblem, file: ConfigFile): Catalog {
  const chainNames = file.chains.map(({ name }) => name);
  const chainIds = file.chains.map(({ id }) => id);
  reportDuplicates(report, 'chains', chainNames);
  reportDuplicates(report, 'chains', chainIds);
  const tokens = parseTokens(report, file);
  const chains = file.chains.map((chain, index) => parseChain(report, { chain, path: `chains.${index}`, tokens }));
  const named = { chains: byName(chains), tokens: byName(tokens) };
  const routes = file.routes.flatMap(
    (route, index) => parseRoute(report, { route, path: `routes.${index}`, ...named }) ?? [],
  );
  const routeNames = routes.map(
    ({ token, origin, destination }) => `${token.name} from ${origin.name} to ${destination.name}`,
  );
  reportDuplicates(report, 'routes', routeNames);
  validateSweeps(report, { chains, tokens, routes });
  return {
    chains,
    tokens,
    routes,
    quoteValiditySeconds: file.quoteValiditySeconds,
    feeEpochSeconds: file.feeEpochSeconds,
    refundGas: file.refundGas === undefined ? null : BigInt(file.refundGas),
    priceLabel: parsePriceLabel(file),
    pricesAsOf: file.pricesAsOf === undefined ? null : new Date(file.pricesAsOf),
    maxPriceAgeDays: file.maxPriceAgeDays,
    paymentTries: file.paymentTries,
    maxWaitSeconds: file.maxWaitSeconds,
    maxGasFactor: BigInt(file.maxGasFactor),
    ...parseGuards(report, file),
  };
}
