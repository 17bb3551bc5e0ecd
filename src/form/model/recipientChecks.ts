import { isNativeToken, isSameAddress } from '#shared/address.ts';
import { findLookAlike } from '../../account/model/lookAlike.ts';
import { isContract, isDelegated } from '../../chain/model/accountCode.ts';
import { usedAddresses } from '../../transfer/model/recentRecipients.ts';
import type { VerifiedBuild } from '../../transfer/model/verifyBuild.ts';
import type { FormContext, NameDoubt, RecipientCheck, ReviewReadings } from './check.ts';
import type { ResolvedName } from './names.ts';

function checkScreening({ intent }: VerifiedBuild, { blocked }: ReviewReadings): readonly RecipientCheck[] {
  const kind = 'screening';
  if (blocked === null) return [];
  if (!blocked.ok) return [{ kind, state: 'unknown', demand: 'stop' }];
  const found = (['recipient', 'account'] as const).find((party) => blocked.value.has(intent[party]));
  if (!found) return [{ kind, state: 'fine', demand: 'none' }];
  return [{ kind, state: 'warning', demand: 'stop', blocked: found === 'account' ? 'sender' : found }];
}

/** On Ethereum the name may belong to a contract wallet. Where that was not read, its address counts as another chain's. */
function doubtOf(answer: ResolvedName, { recipientElsewhere }: ReviewReadings): NameDoubt | null {
  if (answer.sources < 2) return 'oneSource';
  return answer.isForDestination || recipientElsewhere.ok ? null : 'otherChain';
}

/** A name can change its owner at any moment, so it must still give the address of the build. */
function checkName(build: VerifiedBuild, named: ResolvedName, readings: ReviewReadings): RecipientCheck {
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

function checkCode({ recipientCode }: ReviewReadings, isOwn: boolean): RecipientCheck {
  const kind = 'recipientCode';
  if (!recipientCode.ok) return { kind, state: 'unknown', demand: 'none' };
  if (recipientCode.value === '0x') return { kind, state: 'fine', demand: 'none' };
  if (isDelegated(recipientCode.value)) return { kind, state: 'warning', demand: 'none', code: 'delegated' };
  return { kind, state: 'warning', demand: isOwn ? 'none' : 'confirm', code: 'contract' };
}

/** The owner of a smart account controls its address on another chain only once it is deployed there. */
function checkOwnAccount({ accountCode, recipientCode }: ReviewReadings): RecipientCheck {
  const kind = 'ownAccountElsewhere';
  if (!accountCode.ok || !recipientCode.ok) return { kind, state: 'unknown', demand: 'none' };
  return isContract(accountCode.value) && recipientCode.value === '0x'
    ? { kind, state: 'warning', demand: 'confirm' }
    : { kind, state: 'fine', demand: 'none' };
}

/** The same of another account's address. */
function checkElsewhere({ recipientElsewhere, recipientCode }: ReviewReadings): RecipientCheck {
  const kind = 'recipientElsewhere';
  if (!recipientElsewhere.ok || !recipientCode.ok) return { kind, state: 'unknown', demand: 'none' };
  const other = recipientElsewhere.value;
  return other !== null && recipientCode.value === '0x'
    ? { kind, state: 'warning', demand: 'confirm', chainName: other.chainName }
    : { kind, state: 'fine', demand: 'none' };
}

/** Without native tokens the recipient cannot move what arrives. A contract, and native tokens themselves, need none. */
function checkGas({ route }: VerifiedBuild, readings: ReviewReadings): readonly RecipientCheck[] {
  const kind = 'recipientGas';
  const { recipientGas, recipientCode } = readings;
  if (isNativeToken(route.destinationToken.address)) return [];
  if (recipientCode.ok && isContract(recipientCode.value)) return [];
  if (!recipientGas.ok) return [{ kind, state: 'unknown', demand: 'none' }];
  const { balance, nonce } = recipientGas.value;
  return [{ kind, state: balance === 0n && nonce === 0 ? 'warning' : 'fine', demand: 'none' }];
}

function checkLookAlike(
  build: VerifiedBuild,
  { contacts }: ReviewReadings,
  { transfers }: FormContext,
): RecipientCheck {
  const kind = 'lookAlike';
  const { account, recipient } = build.intent;
  const used = [account, ...usedAddresses(transfers)];
  const saved = contacts.ok ? contacts.value.map(({ address }) => address) : [];
  const resembles = findLookAlike(recipient, [...saved, ...used]);
  if (resembles) return { kind, state: 'warning', demand: 'confirm', resembles };
  return { kind, state: contacts.ok ? 'fine' : 'unknown', demand: 'none' };
}

/** The checks of the recipient and the sender, in the order in which the review shows them. */
export function checkRecipient(
  build: VerifiedBuild,
  readings: ReviewReadings,
  context: FormContext,
): readonly RecipientCheck[] {
  const { named, isRecipientFromLink } = context;
  const isOwn = isSameAddress(build.intent.account, build.intent.recipient);
  return [
    ...checkScreening(build, readings),
    ...(named ? [checkName(build, named, readings)] : []),
    checkCode(readings, isOwn),
    ...(isOwn ? [checkOwnAccount(readings)] : [checkElsewhere(readings), checkLookAlike(build, readings, context)]),
    ...checkGas(build, readings),
    ...(isRecipientFromLink ? [{ kind: 'recipientFromLink', state: 'warning', demand: 'confirm' } as const] : []),
  ];
}
