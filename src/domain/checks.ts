import type { Address, Hex } from 'viem';
import { isSameAddress } from '#shared/address.ts';
import { isContract, isDelegated } from './accountCode.ts';
import { findDuplicates } from './duplicates.ts';
import { findLookAlike } from './lookAlike.ts';
import { reviewedTerms } from './reviewedTerms.ts';
import type { TransactionPlan } from './transactionPlan.ts';
import type { Transfer } from './transfer.ts';
import type { VerifiedBuild } from './verifyBuild.ts';

/** A value read from a chain, or no answer. A check without an answer is never fine. */
export type Reading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false };

/** Values read from both chains just before the review shows its checks. */
export type ReviewReadings = {
  /** Made from the allowance that was read, and simulated. */
  readonly plan: TransactionPlan;
  readonly recipientCode: Reading<Hex>;
  readonly accountCode: Reading<Hex>;
  readonly nativeBalance: Reading<bigint>;
  /** The most that all transactions of the transfer may cost in gas, in wei. */
  readonly gasCost: Reading<bigint>;
  /** `reverted` is the reason of the first call that reverts, or null. */
  readonly simulation: Reading<{ readonly reverted: string | null }>;
};

type Result<K extends string, S extends 'fine' | 'warning' | 'unknown', D extends 'none' | 'confirm' | 'stop'> = {
  readonly kind: K;
  readonly state: S;
  /** What the person must do: nothing, confirm that they have checked it, or stop. */
  readonly demand: D;
};

/** The result of one review check, with the details that its text needs. */
export type Check =
  | Result<'bytes', 'fine', 'none'>
  | Result<'simulation', 'fine' | 'unknown', 'none'>
  | (Result<'simulation', 'warning', 'stop'> & { readonly reason: string })
  | Result<'gas', 'fine' | 'warning' | 'unknown', 'none'>
  | Result<'recipientCode', 'fine' | 'unknown', 'none'>
  | (Result<'recipientCode', 'warning', 'none' | 'confirm'> & { readonly code: 'contract' | 'delegated' })
  | Result<'ownAccountElsewhere', 'fine' | 'unknown', 'none'>
  | Result<'ownAccountElsewhere', 'warning', 'confirm'>
  | Result<'lookAlike', 'fine', 'none'>
  | (Result<'lookAlike', 'warning', 'confirm'> & { readonly resembles: Address })
  | Result<'recipientFromLink', 'warning', 'confirm'>
  | Result<'unpinnedToken', 'warning', 'confirm'>
  | (Result<'feeShare', 'fine' | 'warning', 'none' | 'confirm'> & { readonly bps: bigint })
  | Result<'sameTransfer', 'fine', 'none'>
  | (Result<'sameTransfer', 'warning', 'confirm'> & {
      readonly duplicateIds: readonly string[];
      /** The wallet was opened for one of them and has not answered. */
      readonly mayBeOpen: boolean;
    });

type FormContext = {
  readonly transfers: readonly Transfer[];
  /** Ids of the transfers that had ended when the review opened. Sending the same again is then a new transfer. */
  readonly endedBefore: readonly string[];
  readonly isRecipientFromLink: boolean;
};

const FEE_SHARE_WARNING_BPS = 500n;
const FEE_SHARE_CONFIRM_BPS = 2000n;

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
  const isEnough = nativeBalance.value >= build.deposit.value + gasCost.value;
  return { kind: 'gas', state: isEnough ? 'fine' : 'warning', demand: 'none' };
}

function checkRecipientCode({ recipientCode }: ReviewReadings, isOwn: boolean): Check {
  const kind = 'recipientCode';
  if (!recipientCode.ok) return { kind, state: 'unknown', demand: 'none' };
  if (recipientCode.value === '0x') return { kind, state: 'fine', demand: 'none' };
  if (isDelegated(recipientCode.value)) return { kind, state: 'warning', demand: 'none', code: 'delegated' };
  return { kind, state: 'warning', demand: isOwn ? 'none' : 'confirm', code: 'contract' };
}

/** The owner of a smart account controls its address on another chain only once it is deployed there. */
function checkOwnAccount({ accountCode, recipientCode }: ReviewReadings): Check {
  const kind = 'ownAccountElsewhere';
  if (!accountCode.ok || !recipientCode.ok) return { kind, state: 'unknown', demand: 'none' };
  return isContract(accountCode.value) && recipientCode.value === '0x'
    ? { kind, state: 'warning', demand: 'confirm' }
    : { kind, state: 'fine', demand: 'none' };
}

function checkLookAlike({ intent }: VerifiedBuild, transfers: readonly Transfer[]): Check {
  const known = [intent.account, ...transfers.flatMap(({ terms }) => [terms.account, terms.recipient])];
  const resembles = findLookAlike(intent.recipient, known);
  return resembles
    ? { kind: 'lookAlike', state: 'warning', demand: 'confirm', resembles }
    : { kind: 'lookAlike', state: 'fine', demand: 'none' };
}

function checkFeeShare({ bridgeFee, gasFee, send }: VerifiedBuild): Check {
  const bps = ((bridgeFee + gasFee) * 10_000n) / send;
  return {
    kind: 'feeShare',
    state: bps < FEE_SHARE_WARNING_BPS ? 'fine' : 'warning',
    demand: bps < FEE_SHARE_CONFIRM_BPS ? 'none' : 'confirm',
    bps,
  };
}

/** The wallet may have lost the answer for good, so a person who knows the risk can repeat a transfer that is open in it. */
function checkSameTransfer(build: VerifiedBuild, { transfers, endedBefore }: FormContext): Check {
  const others = transfers.filter(({ terms }) => !endedBefore.includes(terms.id));
  const { signing, sent } = findDuplicates(reviewedTerms(build), others);
  const duplicateIds = [...signing, ...sent].map(({ terms }) => terms.id);
  if (duplicateIds.length === 0) return { kind: 'sameTransfer', state: 'fine', demand: 'none' };
  return { kind: 'sameTransfer', state: 'warning', demand: 'confirm', duplicateIds, mayBeOpen: signing.length > 0 };
}

/** All checks of a review, in the order in which it shows them. */
export function runChecks(build: VerifiedBuild, readings: ReviewReadings, context: FormContext): readonly Check[] {
  const isOwn = isSameAddress(build.intent.account, build.intent.recipient);
  const checks: Check[] = [
    // A VerifiedBuild exists only if its bytes are equal to the expected ones.
    { kind: 'bytes', state: 'fine', demand: 'none' },
    checkSimulation(readings),
    checkGas(build, readings),
    checkRecipientCode(readings, isOwn),
    isOwn ? checkOwnAccount(readings) : checkLookAlike(build, context.transfers),
    checkFeeShare(build),
    checkSameTransfer(build, context),
  ];
  if (context.isRecipientFromLink) checks.push({ kind: 'recipientFromLink', state: 'warning', demand: 'confirm' });
  if (!build.route.isPinned) checks.push({ kind: 'unpinnedToken', state: 'warning', demand: 'confirm' });
  return checks;
}

export function mustStop(checks: readonly Check[]): boolean {
  return checks.some(({ demand }) => demand === 'stop');
}
