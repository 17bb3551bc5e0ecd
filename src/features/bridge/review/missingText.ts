import type { Check } from '../../../domain/check.ts';
import { mustStop } from '../../../domain/checks.ts';
import type { ReviewWords } from '../../../words/review/reviewWords.ts';

/** Says beside the disabled button what the person must do, because the check itself can be scrolled out of view. */
export function missingText(
  checks: readonly Check[],
  isConfirmed: (check: Check) => boolean,
  { t }: ReviewWords,
): string | null {
  if (mustStop(checks)) return t('checkStops');
  const count = checks.filter((check) => check.demand === 'confirm' && !isConfirmed(check)).length;
  return count === 0 ? null : t('confirmChecks', { count });
}
