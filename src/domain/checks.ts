import type { Address, Hex } from 'viem';
import { isNativeToken, isSameAddress } from '#shared/address.ts';
import { findLookAlike } from './lookAlike.ts';
import type { Route } from './registry.ts';
import type { Transfer } from './transfer.ts';
import type { Wanted } from './twins.ts';
import { findTwins } from './twins.ts';
import type { VerifiedBuild } from './verifyBuild.ts';

/** An answer of a chain, or that there was none: a check that could not run is never fine. */
export type Reading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false };

export type Simulation = { readonly kind: 'passes' } | { readonly kind: 'reverts'; readonly reason: string };

/** What was read for a review, just before it is shown. */
export type Facts = {
  readonly recipientCode: Reading<Hex>;
  readonly accountCode: Reading<Hex>;
  readonly nativeBalance: Reading<bigint>;
  /** The most that all transactions of the transfer may cost in gas, in wei. */
  readonly gasCost: Reading<bigint>;
  readonly allowance: Reading<bigint>;
  readonly simulation: Reading<Simulation>;
};

export type CheckKind =
  | 'bytes'
  | 'simulation'
  | 'gas'
  | 'recipientCode'
  | 'ownAccountElsewhere'
  | 'lookAlike'
  | 'recipientFromLink'
  | 'unpinnedToken'
  | 'feeShare'
  | 'sameTransfer';

export type Check = {
  readonly kind: CheckKind;
  readonly state: 'fine' | 'warning' | 'unknown';
  /** What the person has to do about it: nothing, say that they have seen it, or something else than going on. */
  readonly demand: 'none' | 'confirm' | 'stop';
  /** What the words need beside the kind: a reason, an address, a share. */
  readonly detail: string;
};

type Known = {
  readonly transfers: readonly Transfer[];
  readonly isRecipientFromLink: boolean;
};

const DELEGATION = '0xef0100';
const FEE_SHARE_WARNING_BPS = 500n;
const FEE_SHARE_CONFIRM_BPS = 2000n;

const check = (kind: CheckKind, state: Check['state'], rest: Partial<Check> = {}): Check => ({
  kind,
  state,
  demand: 'none',
  detail: '',
  ...rest,
});

/** EIP-7702: an account with a key of its own that lends its address some code. */
function isDelegated(code: Hex): boolean {
  return code.toLowerCase().startsWith(DELEGATION);
}

function checkSimulation({ simulation }: Facts): Check {
  if (!simulation.ok) return check('simulation', 'unknown');
  return simulation.value.kind === 'passes'
    ? check('simulation', 'fine')
    : check('simulation', 'warning', { demand: 'stop', detail: simulation.value.reason });
}

function checkGas(build: VerifiedBuild, { nativeBalance, gasCost }: Facts): Check {
  if (!nativeBalance.ok || !gasCost.ok) return check('gas', 'unknown');
  return nativeBalance.value >= build.deposit.value + gasCost.value ? check('gas', 'fine') : check('gas', 'warning');
}

function checkRecipientCode({ recipientCode }: Facts, isOwn: boolean): Check {
  if (!recipientCode.ok) return check('recipientCode', 'unknown');
  if (recipientCode.value === '0x') return check('recipientCode', 'fine');
  if (isDelegated(recipientCode.value)) return check('recipientCode', 'warning', { detail: 'delegated' });
  return check('recipientCode', 'warning', { demand: isOwn ? 'none' : 'confirm', detail: 'contract' });
}

/** A smart wallet's address on one chain is nobody's on another until it is deployed there. */
function checkOwnAccount({ accountCode, recipientCode }: Facts): Check {
  if (!accountCode.ok || !recipientCode.ok) return check('ownAccountElsewhere', 'unknown');
  const isSmart = accountCode.value !== '0x' && !isDelegated(accountCode.value);
  return isSmart && recipientCode.value === '0x'
    ? check('ownAccountElsewhere', 'warning', { demand: 'confirm' })
    : check('ownAccountElsewhere', 'fine');
}

function checkLookAlike(build: VerifiedBuild, transfers: readonly Transfer[]): Check {
  const { account, recipient } = build.intent;
  const known: Address[] = [account, ...transfers.flatMap(({ terms }) => [terms.account, terms.recipient])];
  const alike = findLookAlike(recipient, known);
  return alike ? check('lookAlike', 'warning', { demand: 'confirm', detail: alike }) : check('lookAlike', 'fine');
}

function checkFeeShare(build: VerifiedBuild): Check {
  const bps = ((build.bridgeFee + build.gasFee) * 10_000n) / build.send;
  const detail = `${bps / 100n}.${(bps % 100n).toString().padStart(2, '0')}`;
  if (bps < FEE_SHARE_WARNING_BPS) return check('feeShare', 'fine', { detail });
  return check('feeShare', 'warning', { detail, demand: bps >= FEE_SHARE_CONFIRM_BPS ? 'confirm' : 'none' });
}

function wantedBy({ intent, route, send }: VerifiedBuild): Wanted {
  const side = (chain: Route['origin'], token: Route['originToken']) => ({
    chainId: chain.id,
    chainName: chain.name,
    token: token.address,
    decimals: token.decimals,
  });
  return {
    account: intent.account,
    recipient: intent.recipient,
    tokenName: intent.tokenName,
    typed: intent.amount,
    send,
    origin: side(route.origin, route.originToken),
    destination: side(route.destination, route.destinationToken),
  };
}

/** The same transfer, in this tab or another: while its signature may still land it is not asked for again. */
function checkSameTransfer(build: VerifiedBuild, transfers: readonly Transfer[]): Check {
  const { unresolved, sent } = findTwins(wantedBy(build), transfers);
  const [first] = unresolved;
  if (first) return check('sameTransfer', 'warning', { demand: 'stop', detail: first.terms.id });
  const ids = sent.map(({ terms }) => terms.id).join(' ');
  return ids ? check('sameTransfer', 'warning', { demand: 'confirm', detail: ids }) : check('sameTransfer', 'fine');
}

/** The transfers like this one that the person was shown. */
export function shownTwins(checks: readonly Check[]): readonly string[] {
  const same = checks.find(({ kind }) => kind === 'sameTransfer');
  return same && same.detail !== '' ? same.detail.split(' ') : [];
}

/** Everything that is looked at before a wallet opens, in the order in which it is shown. */
export function runChecks(build: VerifiedBuild, facts: Facts, known: Known): readonly Check[] {
  const isOwn = isSameAddress(build.intent.account, build.intent.recipient);
  const checks = [
    check('bytes', 'fine'),
    checkSimulation(facts),
    checkGas(build, facts),
    checkRecipientCode(facts, isOwn),
    isOwn ? checkOwnAccount(facts) : checkLookAlike(build, known.transfers),
    checkFeeShare(build),
    checkSameTransfer(build, known.transfers),
  ];
  if (known.isRecipientFromLink) checks.push(check('recipientFromLink', 'warning', { demand: 'confirm' }));
  if (!build.route.isPinned) checks.push(check('unpinnedToken', 'warning', { demand: 'confirm' }));
  return checks;
}

export function mustStop(checks: readonly Check[]): boolean {
  return checks.some(({ demand }) => demand === 'stop');
}

/** The transactions that the wallet will show, in order. An allowance that is not known may or may not need the first. */
export type PlannedTransaction = {
  readonly kind: 'resetAllowance' | 'approve' | 'deposit';
  readonly isCertain: boolean;
};

export function planTransactions(build: VerifiedBuild, allowance: Reading<bigint>): readonly PlannedTransaction[] {
  const { originToken } = build.route;
  const deposit: PlannedTransaction = { kind: 'deposit', isCertain: true };
  if (isNativeToken(originToken.address)) return [deposit];
  const approve: PlannedTransaction = { kind: 'approve', isCertain: allowance.ok };
  const reset: PlannedTransaction = { kind: 'resetAllowance', isCertain: allowance.ok };
  if (!allowance.ok) return originToken.resetsAllowance ? [reset, approve, deposit] : [approve, deposit];
  if (allowance.value >= build.send) return [deposit];
  return originToken.resetsAllowance && allowance.value > 0n ? [reset, approve, deposit] : [approve, deposit];
}
