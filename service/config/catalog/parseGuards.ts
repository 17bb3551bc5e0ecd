import { parseAmount } from '#shared/amount.ts';
import type { BreakerBounds } from '../../domain/breakerBounds.ts';
import type { Catalog } from '../../domain/catalog.ts';
import { PRICE_DECIMALS } from '../../domain/price.ts';
import type { ConfigFile } from '../configFileSchema.ts';
import type { ReportProblem } from './reportProblem.ts';
import { parsePositiveDecimal } from './reportProblem.ts';

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
