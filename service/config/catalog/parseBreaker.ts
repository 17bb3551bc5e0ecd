import type { BreakerBounds } from '../../domain/breakerBounds.ts';
import type { ConfigFile } from '../configFileSchema.ts';
import type { ReportProblem } from './reportProblem.ts';
import { parsePositiveDecimal } from './reportProblem.ts';

/** Parses the circuit breaker's bounds, and reports a breaker without a bound, or a bound without the breaker. */
export function parseBreaker(report: ReportProblem, { breaker, chains }: ConfigFile): BreakerBounds | null {
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
