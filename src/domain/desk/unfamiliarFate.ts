import type { Verdict } from '../verdict/verdict.ts';
import type { FateVerdict } from './caseVerdict.ts';
import type { DepositEvidence } from './evidence.ts';

/**
 * What this app cannot follow, although it looks like progress: a deposit for a route without a configuration, and a step that
 * only a newer version knows.
 */
export function unfamiliarFate({ payout, receipt }: DepositEvidence, verdict: Verdict): FateVerdict | null {
  if (verdict.kind !== 'inProgress' && verdict.kind !== 'late') return null;
  if (verdict.isReported) {
    const isNew = typeof receipt === 'object' && receipt.kind === 'inProgress' && receipt.hasNewStep === true;
    return isNew ? { kind: 'unknownStep', cause: verdict.cause } : null;
  }
  const isRouteUnknown = payout.kind === 'unproven' && payout.gap.code === 'unknownToken';
  return isRouteUnknown ? { kind: 'unknownRoute' } : null;
}
