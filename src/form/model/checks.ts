import type { Address, Hex } from 'viem';
import { isNativeToken, isSameAddress } from '#shared/address.ts';
import type { Contacts } from '../../account/model/contacts.ts';
import { findLookAlike } from '../../account/model/lookAlike.ts';
import { isContract, isDelegated } from '../../chain/model/accountCode.ts';
import type { Reading } from '../../lib/reading.ts';
import { findDuplicates } from '../../transfer/model/duplicates.ts';
import type { PayoutRefusal } from '../../transfer/model/payoutRefusal.ts';
import { usedAddresses } from '../../transfer/model/recentRecipients.ts';
import type { TransactionPlan } from '../../transfer/model/transactionPlan.ts';
import type { Transfer } from '../../transfer/model/transfer.ts';
import type { VerifiedBuild } from '../../transfer/model/verifyBuild.ts';
import { CONFIRMED_SHARE_BPS, feeShareOf, isHighShare } from './fees.ts';
import type { NameAnswer, ResolvedName } from './readRecipient.ts';

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

/** Values read just before the review shows its checks. */
export type ReviewReadings = {
  /** Made from the allowance that was read, and simulated. */
  readonly plan: TransactionPlan;
  readonly recipientCode: Reading<Hex>;
  readonly accountCode: Reading<Hex>;
  /** Another chain on which the recipient is a contract; null if there is none. */
  readonly recipientElsewhere: Reading<{ readonly chainName: string } | null>;
  /** The recipient's native tokens on the destination, and how many transactions it has sent there. */
  readonly recipientGas: Reading<{ readonly balance: bigint; readonly nonce: number }>;
  /** Null for tokens other than the native one, because their transfers run none of the recipient's code. */
  readonly payout: Reading<{ readonly refusal: PayoutRefusal | null }> | null;
  /** The current answer to the recipient's name; null for a recipient without a name. */
  readonly nameNow: NameAnswer | null;
  /** The addresses that the installation refuses; null for an installation without such a list. */
  readonly blocked: Reading<ReadonlySet<Address>> | null;
  /** This browser's address book. */
  readonly contacts: Reading<Contacts>;
  readonly nativeBalance: Reading<bigint>;
  /** The most that all of the transfer's transactions may cost in gas, in wei. */
  readonly gasCost: Reading<bigint>;
  /** `reverted` is the reason of the first call that reverts, or null. */
  readonly simulation: Reading<{ readonly reverted: string | null }>;
};

export type FormContext = {
  readonly transfers: readonly Transfer[];
  readonly now: number;
  /** Ids of the transfers that were delivered when the review opened. Sending the same again is then a new transfer. */
  readonly deliveredBefore: readonly string[];
  readonly isRecipientFromLink: boolean;
  /** The name that the person typed, with the build's address; null for a typed address. */
  readonly named: ResolvedName | null;
};

type Result<K extends string, S extends 'fine' | 'warning' | 'unknown', D extends 'none' | 'confirm' | 'stop'> = {
  readonly kind: K;
  readonly state: S;
  /** What the person must do: nothing, confirm that they have checked it, or stop. */
  readonly demand: D;
};

/** The result of one review check, with the details for its text. */
export type Check =
  | Result<'bytes', 'fine', 'none'>
  | Result<'simulation', 'fine' | 'unknown', 'none'>
  | (Result<'simulation', 'warning', 'stop'> & { readonly reason: string })
  | Result<'gas', 'fine' | 'warning' | 'unknown', 'none'>
  | Result<'screening', 'fine', 'none'>
  | (Result<'screening', 'warning', 'stop'> & { readonly blocked: 'sender' | 'recipient' })
  | Result<'screening', 'unknown', 'stop'>
  | (Result<'recipientName', 'fine', 'none'> & { readonly named: ResolvedName })
  /** Only one provider answered, or the name has an address only on Ethereum. */
  | (Result<'recipientName', 'warning', 'confirm'> & { readonly named: ResolvedName; readonly because: NameDoubt })
  | (Result<'recipientName', 'warning' | 'unknown', 'stop'> & { readonly named: ResolvedName })
  | Result<'recipientCode', 'fine' | 'unknown', 'none'>
  | (Result<'recipientCode', 'warning', 'none' | 'confirm'> & { readonly code: 'contract' | 'delegated' })
  | Result<'payout', 'fine', 'none'>
  | (Result<'payout', 'warning', 'stop'> & { readonly refusal: PayoutRefusal })
  | Result<'payout', 'unknown', 'confirm'>
  | Result<'ownAccountElsewhere', 'fine' | 'unknown', 'none'>
  | Result<'ownAccountElsewhere', 'warning', 'confirm'>
  | Result<'recipientElsewhere', 'fine' | 'unknown', 'none'>
  | (Result<'recipientElsewhere', 'warning', 'confirm'> & { readonly chainName: string })
  | Result<'recipientGas', 'fine' | 'warning' | 'unknown', 'none'>
  | Result<'lookAlike', 'fine' | 'unknown', 'none'>
  | (Result<'lookAlike', 'warning', 'confirm'> & { readonly resembles: Address })
  | Result<'recipientFromLink', 'warning', 'confirm'>
  | Result<'unpinnedToken', 'warning', 'confirm'>
  | (Result<'feeShare', 'fine' | 'warning', 'none' | 'confirm'> & { readonly bps: bigint })
  | Result<'sameTransfer', 'fine', 'none'>
  | (Result<'sameTransfer', 'warning', 'confirm'> & {
      readonly duplicateIds: readonly string[];
      /**
       * The status of the nearest one: open in the wallet, sent, or possibly still to come after it failed or was
       * abandoned.
       */
      readonly nearest: 'open' | 'sent' | 'late';
    });

type NameDoubt = 'oneSource' | 'otherChain';

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

/** The checks of the recipient and the sender, in the order in which the review shows them. */
function checkRecipient(build: VerifiedBuild, readings: ReviewReadings, context: FormContext): readonly Check[] {
  const { named, isRecipientFromLink } = context;
  const isOwn = isSameAddress(build.intent.account, build.intent.recipient);
  return [
    ...checkScreening(build, readings),
    ...(named ? [checkName(build, named, readings)] : []),
    checkCode(readings, isOwn),
    ...checkPayout(readings),
    ...(isOwn ? [checkOwnAccount(readings)] : [checkElsewhere(readings), checkLookAlike(build, readings, context)]),
    ...checkRecipientGas(build, readings),
    ...(isRecipientFromLink ? [{ kind: 'recipientFromLink', state: 'warning', demand: 'confirm' } as const] : []),
  ];
}

function checkScreening({ intent }: VerifiedBuild, { blocked }: ReviewReadings): readonly Check[] {
  const kind = 'screening';
  if (blocked === null) return [];
  if (!blocked.ok) return [{ kind, state: 'unknown', demand: 'stop' }];
  const found = (['recipient', 'account'] as const).find((party) => blocked.value.has(intent[party]));
  if (!found) return [{ kind, state: 'fine', demand: 'none' }];
  return [{ kind, state: 'warning', demand: 'stop', blocked: found === 'account' ? 'sender' : found }];
}

/** A name can change its owner at any time, so it must still give the build's address. */
function checkName(build: VerifiedBuild, named: ResolvedName, readings: ReviewReadings): Check {
  const kind = 'recipientName';
  const now = readings.nameNow;
  const isLost = now === null || now.kind === 'unanswered' || now.kind === 'noService';
  if (isLost) return { kind, state: 'unknown', demand: 'stop', named };
  const isSame =
    now.kind === 'resolved' &&
    isSameAddress(now.address, build.intent.recipient) &&
    isSameAddress(named.address, build.intent.recipient);
  if (!isSame) return { kind, state: 'warning', demand: 'stop', named };
  const because = doubtOf(now, readings);
  return because
    ? { kind, state: 'warning', demand: 'confirm', named, because }
    : { kind, state: 'fine', demand: 'none', named };
}

/**
 * On Ethereum the name may belong to a contract wallet. If that could not be read, it is treated as one on another
 * chain.
 */
function doubtOf(answer: ResolvedName, { recipientElsewhere }: ReviewReadings): NameDoubt | null {
  if (answer.sources < 2) return 'oneSource';
  return answer.isForDestination || recipientElsewhere.ok ? null : 'otherChain';
}

function checkCode({ recipientCode }: ReviewReadings, isOwn: boolean): Check {
  const kind = 'recipientCode';
  if (!recipientCode.ok) return { kind, state: 'unknown', demand: 'none' };
  if (recipientCode.value === '0x') return { kind, state: 'fine', demand: 'none' };
  if (isDelegated(recipientCode.value)) return { kind, state: 'warning', demand: 'none', code: 'delegated' };
  return { kind, state: 'warning', demand: isOwn ? 'none' : 'confirm', code: 'contract' };
}

/** Only a recipient with code can refuse native tokens. A refused payout becomes a refund, less its fees. */
function checkPayout({ payout, recipientCode }: ReviewReadings): readonly Check[] {
  const kind = 'payout';
  if (payout === null || (recipientCode.ok && recipientCode.value === '0x')) return [];
  if (!payout.ok) return [{ kind, state: 'unknown', demand: 'confirm' }];
  const { refusal } = payout.value;
  return [refusal ? { kind, state: 'warning', demand: 'stop', refusal } : { kind, state: 'fine', demand: 'none' }];
}

/** A smart account's owner controls its address on another chain only once the account is deployed there. */
function checkOwnAccount({ accountCode, recipientCode }: ReviewReadings): Check {
  const kind = 'ownAccountElsewhere';
  if (!accountCode.ok || !recipientCode.ok) return { kind, state: 'unknown', demand: 'none' };
  return isContract(accountCode.value) && recipientCode.value === '0x'
    ? { kind, state: 'warning', demand: 'confirm' }
    : { kind, state: 'fine', demand: 'none' };
}

/** The same for another account's address. */
function checkElsewhere({ recipientElsewhere, recipientCode }: ReviewReadings): Check {
  const kind = 'recipientElsewhere';
  if (!recipientElsewhere.ok || !recipientCode.ok) return { kind, state: 'unknown', demand: 'none' };
  const other = recipientElsewhere.value;
  return other !== null && recipientCode.value === '0x'
    ? { kind, state: 'warning', demand: 'confirm', chainName: other.chainName }
    : { kind, state: 'fine', demand: 'none' };
}

function checkLookAlike(build: VerifiedBuild, { contacts }: ReviewReadings, { transfers }: FormContext): Check {
  const kind = 'lookAlike';
  const { account, recipient } = build.intent;
  const used = [account, ...usedAddresses(transfers)];
  const saved = contacts.ok ? contacts.value.map(({ address }) => address) : [];
  const resembles = findLookAlike(recipient, [...saved, ...used]);
  if (resembles) return { kind, state: 'warning', demand: 'confirm', resembles };
  return { kind, state: contacts.ok ? 'fine' : 'unknown', demand: 'none' };
}

/**
 * Without native tokens the recipient cannot move what arrives, unless some arrive too. A contract, and native tokens
 * themselves, need none.
 */
function checkRecipientGas({ intent, route }: VerifiedBuild, readings: ReviewReadings): readonly Check[] {
  const kind = 'recipientGas';
  const { recipientGas, recipientCode } = readings;
  if (isNativeToken(route.destinationToken.address)) return [];
  if (intent.gasDrop > 0n) return [{ kind, state: 'fine', demand: 'none' }];
  if (recipientCode.ok && isContract(recipientCode.value)) return [];
  if (!recipientGas.ok) return [{ kind, state: 'unknown', demand: 'none' }];
  const { balance, nonce } = recipientGas.value;
  return [{ kind, state: balance === 0n && nonce === 0 ? 'warning' : 'fine', demand: 'none' }];
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

/**
 * The wallet may have lost the request for good, so a person who knows the risk can repeat a transfer that is open in
 * it.
 */
function checkSameTransfer(build: VerifiedBuild, { transfers, deliveredBefore, now }: FormContext): Check {
  const others = transfers.filter(({ terms }) => !deliveredBefore.includes(terms.id));
  const { signing, sent, late } = findDuplicates(build.terms, others, now);
  const duplicateIds = [...signing, ...sent, ...late].map(({ terms }) => terms.id);
  if (duplicateIds.length === 0) return { kind: 'sameTransfer', state: 'fine', demand: 'none' };
  const sentOrLate = sent.length > 0 ? 'sent' : 'late';
  const nearest = signing.length > 0 ? 'open' : sentOrLate;
  return { kind: 'sameTransfer', state: 'warning', demand: 'confirm', duplicateIds, nearest };
}
