import { parseAmount } from '#shared/amount.ts';
import type { BreakerBounds } from '../../domain/breakerBounds.ts';
import type { Catalog } from '../../domain/catalog.ts';
import { PRICE_DECIMALS } from '../../domain/price.ts';
import type { ConfigFile } from '../configFileSchema.ts';
import type { ReportProblem } from './reportProblem.ts';
import { parsePositiveDecimal } from './reportProblem.ts';

/** Parses the circuit breaker's bounds, and reports a breaker without a bound, or a bound without the breaker. */
function parseBreaker(report: ReportProblem, { breaker, chains }: ConfigFile): BreakerBounds | null {
  const bounded = chains.findIndex(({ maxOutflow }) => maxOutflow !== undefined);
  if (!breaker) {
    if (bounded !== -1) report(`chains.${bounded}.maxOutflow`, 'has no effect without "breaker"');
    return null;
  }
  const { windowSeconds, maxReadAgeSeconds, maxNetOutflow, maxOutflow } = breaker;
  if (maxNetOutflow === undefined && maxOutflow === undefined && bounded === -1) {
    report('breaker', 'needs maxNetOutflow or maxOutflow, or maxOutflow in a chain');
  }
  const parse = (name: string, text: string | undefined) =>
    text === undefined ? null : parsePositiveDecimal(report, `breaker.${name}`, text);
  return {
    ...{ windowSeconds, maxReadAgeSeconds },
    maxNetOutflow: parse('maxNetOutflow', maxNetOutflow),
    maxOutflow: parse('maxOutflow', maxOutflow),
  };
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
export function parseGuards(
  report: ReportProblem,
  file: ConfigFile,
): Pick<Catalog, 'approval' | 'breaker' | 'screening'> {
  return {
    approval: parseApproval(report, file),
    breaker: parseBreaker(report, file),
    screening: parseScreening(report, file),
  };
}
