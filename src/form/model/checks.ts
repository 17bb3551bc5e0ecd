import { findDuplicates } from '../../transfer/model/duplicates.ts';
import type { VerifiedBuild } from '../../transfer/model/verifyBuild.ts';
import type { Check, FormContext, ReviewReadings } from './check.ts';
import { CONFIRMED_SHARE_BPS, feeShareOf, isHighShare } from './feeShare.ts';
import { checkRecipient } from './recipientChecks.ts';

function checkSimulation({ simulation }: ReviewReadings): Check {
  const kind = 'simulation';
  if (!simulation.ok) return { kind, state: 'unknown', demand: 'none' };
  const { reverted } = simulation.value;
  return reverted === null
    ? { kind, state: 'fine', demand: 'none' }
    : { kind, state: 'warning', demand: 'stop', reason: reverted };
}

function checkGas(build: VerifiedBuild, { nativeBalance, gasCost }: ReviewReadings): Check {
  if (!nativeBalance.ok || !gasCost.ok) return { kind: 'gas', state: 'unknown', demand: 'none' };
  const isEnough = nativeBalance.value >= build.terms.deposit.value + gasCost.value;
  return { kind: 'gas', state: isEnough ? 'fine' : 'warning', demand: 'none' };
}

function checkFeeShare(build: VerifiedBuild): Check {
  const bps = feeShareOf(build);
  return {
    kind: 'feeShare',
    state: isHighShare(bps) ? 'warning' : 'fine',
    demand: bps < CONFIRMED_SHARE_BPS ? 'none' : 'confirm',
    bps,
  };
}

/** The wallet may have lost the answer for good, so a person who knows the risk can repeat a transfer that is open in it. */
function checkSameTransfer(build: VerifiedBuild, { transfers, deliveredBefore, now }: FormContext): Check {
  const others = transfers.filter(({ terms }) => !deliveredBefore.includes(terms.id));
  const { signing, sent, late } = findDuplicates(build.terms, others, now);
  const duplicateIds = [...signing, ...sent, ...late].map(({ terms }) => terms.id);
  if (duplicateIds.length === 0) return { kind: 'sameTransfer', state: 'fine', demand: 'none' };
  const sentOrLate = sent.length > 0 ? 'sent' : 'late';
  const nearest = signing.length > 0 ? 'open' : sentOrLate;
  return { kind: 'sameTransfer', state: 'warning', demand: 'confirm', duplicateIds, nearest };
}

/** All checks of a review, in the order in which it shows them. */
export function runChecks(build: VerifiedBuild, readings: ReviewReadings, context: FormContext): readonly Check[] {
  const checks: Check[] = [
    // A VerifiedBuild exists only if its bytes are equal to the expected ones.
    { kind: 'bytes', state: 'fine', demand: 'none' },
    checkSimulation(readings),
    checkGas(build, readings),
    ...checkRecipient(build, readings, context),
    checkFeeShare(build),
    checkSameTransfer(build, context),
  ];
  if (!build.route.isPinned) checks.push({ kind: 'unpinnedToken', state: 'warning', demand: 'confirm' });
  return checks;
}

export function mustStop(checks: readonly Check[]): boolean {
  return checks.some(({ demand }) => demand === 'stop');
}
