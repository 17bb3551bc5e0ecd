import { parseAmount } from '#shared/amount.ts';
import { PRICE_DECIMALS } from '../quotes/model/price.ts';
import { constantsOf } from './constants.ts';
import type { Installation } from './installation.ts';
import type { BreakerBounds, Catalog } from './model/catalog.ts';
import { parseChain } from './parseChain.ts';
import { listRoutes, parseRoute, parseTokens, validateChainNames, validateSweeps } from './parseTokens.ts';
import type { ReportProblem } from './reportProblem.ts';
import { byName, parsePositiveDecimal, reportDuplicates } from './reportProblem.ts';

function parseBreaker(report: ReportProblem, file: Installation): BreakerBounds | null {
  const { maxNetOutflow } = file.guards;
  if (maxNetOutflow === undefined) return null;
  const { breakerWindowSeconds, maxReadAgeSeconds } = constantsOf(file);
  return {
    ...{ windowSeconds: breakerWindowSeconds, maxReadAgeSeconds },
    maxNetOutflow: parsePositiveDecimal(report, 'guards.maxNetOutflow', maxNetOutflow),
  };
}

function parseApproval(report: ReportProblem, file: Installation): Catalog['approval'] {
  const { approveAbove } = file.guards;
  if (approveAbove === undefined) return null;
  // At 0, every command needs a second operator.
  const above = parseAmount(approveAbove, PRICE_DECIMALS);
  if (!above.ok) report('guards.approveAbove', `must have at most 18 decimals, not ${approveAbove}`);
  if (new Set(file.operators).size < 2) {
    report('guards.approveAbove', 'needs two people: list two or more in "operators"');
  }
  return { above: above.ok ? above.amount : 0n, expiresSeconds: constantsOf(file).approvalSeconds };
}

function parseScreening(report: ReportProblem, file: Installation): Catalog['screening'] {
  const { screening } = file.guards;
  if (!screening) return null;
  const { list = null, url, token = null } = screening;
  if (list === null && url === undefined) report('guards.screening', 'needs "list" or "url"');
  if (token !== null && url === undefined) report('guards.screening.token', 'has no effect without "url"');
  const timeoutMs = constantsOf(file).screeningTimeoutMs;
  return { listFile: list, service: url === undefined ? null : { url, tokenFile: token, timeoutMs } };
}

function parsePrices({ prices }: Installation): Pick<Catalog, 'priceLabel' | 'pricesAsOf'> {
  const asOf = prices.asOf === undefined ? null : new Date(prices.asOf);
  return { pricesAsOf: asOf, priceLabel: asOf && { currency: prices.currency, asOf } };
}

/** Builds the catalog from a file of the right shape, and reports each setting that contradicts another. */
export function parseCatalog(report: ReportProblem, file: Installation): Catalog {
  reportDuplicates(
    report,
    'chains',
    file.chains.map(({ name }) => name),
  );
  reportDuplicates(
    report,
    'chains',
    file.chains.map(({ id }) => id),
  );
  if (file.hotWallet === undefined) report('hotWallet', 'is missing. Run "causeway init", which creates its key');
  validateChainNames(report, file);
  const tokens = parseTokens(report, file);
  const chains = file.chains.flatMap((chain, index) =>
    chain.status === 'closed' ? [] : [parseChain(report, { chain, path: `chains.${index}`, file, tokens })],
  );
  const named = byName(chains);
  const { payoutGas, refundGas } = file.lab;
  const routes = file.tokens.flatMap((settings, index) => {
    const token = tokens[index];
    if (!token) return [];
    return listRoutes(file, settings, `tokens.${index}`).flatMap(
      (route) => parseRoute(report, { route, token, chains: named, payoutGas }) ?? [],
    );
  });
  validateSweeps(report, file, { chains, tokens, routes });
  const { quoteValiditySeconds, feeEpochSeconds, maxPriceAgeDays, paymentTries, maxWaitSeconds } = constantsOf(file);
  return {
    ...{ chains, tokens, routes },
    closedChains: file.chains.flatMap(({ id, name, status }) => (status === 'closed' ? [{ id, name }] : [])),
    ...{ quoteValiditySeconds, feeEpochSeconds, maxPriceAgeDays, paymentTries, maxWaitSeconds },
    refundGas: refundGas === undefined ? null : BigInt(refundGas),
    ...parsePrices(file),
    maxGasFactor: BigInt(file.guards.maxGasFactor),
    approval: parseApproval(report, file),
    breaker: parseBreaker(report, file),
    screening: parseScreening(report, file),
  };
}
