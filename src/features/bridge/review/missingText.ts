import type { Check } from '../../../domain/checks.ts';
import { mustStop } from '../../../domain/checks.ts';

/** Says beside the disabled button what the person must do, because the check itself can be scrolled out of view. */
export function missingText(checks: readonly Check[], isConfirmed: (check: Check) => boolean): string | null {
  if (mustStop(checks)) return 'A check above stops this transfer.';
  const count = checks.filter((check) => check.demand === 'confirm' && !isConfirmed(check)).length;
  if (count === 0) return null;
  return count === 1 ? '1 check above needs your confirmation.' : `${count} checks above need your confirmation.`;
}
