import { parseAmount } from '#shared/amount.ts';
import { PRICE_DECIMALS } from '../quotes/model/price.ts';
import type { ConfigFile } from './configSchema.ts';
import type { BreakerBounds, Catalog } from './model/catalog.ts';
import { parseChain } from './parseChain.ts';
import { parseRoute, parseTokens, validateSweeps } from './parseTokens.ts';
import type { ReportProblem } from './reportProblem.ts';
import { byName, parsePositiveDecimal, reportDuplicates } from './reportProblem.ts';

function parseBreaker(report: ReportProblem, { breaker }: ConfigFile): BreakerBounds | null {
  if (!breaker) return null;
  const maxNetOutflow = parsePositiveDecimal(report, 'breaker.maxNetOutflow', breaker.maxNetOutflow);
  return { ...breaker, maxNetOutflow };
}

function parseApproval(report: ReportProblem, { approval }: ConfigFile): Catalog['approval'] {
  if (!approval) return null;
  // At 0 every command needs a second operator.
  const above = parseAmount(approval.above, PRICE_DECIMALS);
  if (!above.ok) report('approval.above', `must have at most 18 decimals, not ${approval.above}`);
  return { above: above.ok ? above.amount : 0n, expiresSeconds: approval.expiresSeconds };
}

function parseScreening(report: ReportProblem, { screening }: ConfigFile): Catalog['screening'] {
  if (!screening) return null;
  const { listFile = null, service } = screening;
  if (listFile === null && !service) report('screening', 'needs listFile or service');
  return { listFile, service: service ? { ...service, tokenFile: service.tokenFile ?? null } : null };
}

/** Parses what stops payments by itself, or asks a person first. */
function parseGuards(report: ReportProblem, file: ConfigFile): Pick<Catalog, 'approval' | 'breaker' | 'screening'> {
  return {
    approval: parseApproval(report, file),
    breaker: parseBreaker(report, file),
    screening: parseScreening(report, file),
  };
}

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
