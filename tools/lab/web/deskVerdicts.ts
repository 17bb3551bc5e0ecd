import type { JudgedDeposit, Lookup } from '../../../src/receipts/model/judge.ts';
import { journeyOfDeposit } from '../../../src/transfer/verdict/journey.ts';
import { stepsOf } from '../../../src/transfer/verdict/stepsOf.ts';
import type { Verdict } from '../../../src/transfer/verdict/verdict.ts';
import { nowhere, provenOn, southshore, unpaid } from './deskEvidence.ts';
import { hashOf } from './fakeWallet.ts';
import { OTHER_ACCOUNT, registry, terms } from './fixtures.ts';

const cause = { reason: null, message: null };
const moved = [{ token: terms.origin.token, to: OTHER_ACCOUNT, amount: 5n }];
const on = { chainName: 'Northshore' };
const waits = { confirmations: null, cause, timing: null };

type OfKind<V extends Verdict, K> = V extends unknown
  ? K extends V['kind']
    ? V & { readonly kind: K }
    : never
  : never;
type Examples<V extends Verdict> = { readonly [K in V['kind']]: OfKind<V, K> };

/** An example for each verdict. */
export const everyVerdict: Examples<Verdict> = {
  approvalNeeded: { kind: 'approvalNeeded' },
  readyToSign: { kind: 'readyToSign' },
  notSeen: { kind: 'notSeen' },
  inWallet: { kind: 'inWallet', asks: 'deposit' },
  walletSilent: { kind: 'walletSilent' },
  awaitingSigners: { kind: 'awaitingSigners' },
  ended: { kind: 'ended' },
  searching: { kind: 'searching' },
  pending: { kind: 'pending', ...on },
  noDeposit: { kind: 'noDeposit', ...on },
  reverted: { kind: 'reverted', reason: 'Too little', ...on },
  cancelled: { kind: 'cancelled', by: hashOf('4'), ...on },
  wrongChain: { kind: 'wrongChain', meantFor: 'Southshore', moved, ...on },
  delivered: { kind: 'delivered', received: terms.receive },
  deliveredOtherAmount: { kind: 'deliveredOtherAmount', received: terms.receive, stated: 7n },
  payoutDiffers: { kind: 'payoutDiffers', shortfalls: [] },
  verifyingPayout: { kind: 'verifyingPayout', gap: null, timing: null },
  inProgress: {
    ...{ kind: 'inProgress', step: 'confirming', confirmations: { seen: 9, needed: 12 } },
    ...{ cause, isReported: true, timing: null },
  },
  late: { kind: 'late', step: 'seen', isReported: true, ...waits },
  delayed: { kind: 'delayed', ...waits },
  waitingForFunds: { kind: 'waitingForFunds', ...waits },
  paused: { kind: 'paused', ...waits },
  held: { kind: 'held', ...waits },
  refunding: { kind: 'refunding', cause },
  refundHeld: { kind: 'refundHeld', cause },
  verifyingRefund: { kind: 'verifyingRefund', cause, gap: null },
  refunded: { kind: 'refunded', refunded: terms.send, cause },
  refundDiffers: { kind: 'refundDiffers', shortfalls: [] },
  notDelivered: { kind: 'notDelivered', cause },
  dustKept: { kind: 'dustKept' },
  unknownRoute: { kind: 'unknownRoute' },
  unknownStep: { kind: 'unknownStep', cause },
  closed: { kind: 'closed', cause },
  serviceSilent: { kind: 'serviceSilent' },
  noReceipt: { kind: 'noReceipt', cause },
  sourcesDisagree: { kind: 'sourcesDisagree' },
  wrongContract: { kind: 'wrongContract', contract: OTHER_ACCOUNT, moved, ...on },
  sentToAccount: { kind: 'sentToAccount', account: OTHER_ACCOUNT, moved, ...on },
  sentToVault: { kind: 'sentToVault', moved, ...on },
  payment: { kind: 'payment', ...on },
  failedPayment: { kind: 'failedPayment', ...on },
  replaced: { kind: 'replaced', by: hashOf('4'), ...on },
  dropped: { kind: 'dropped', ...on },
  reorgedAway: { kind: 'reorgedAway', ...on },
  outOfGas: { kind: 'outOfGas', gasLimit: 60_000n, ...on },
  notFound: { kind: 'notFound', chainNames: ['Northshore', 'Southshore'] },
  rpcSilent: { kind: 'rpcSilent', chainNames: ['Southshore'] },
  endpointsDisagree: { kind: 'endpointsDisagree', ...on },
};

/** Verdicts on this browser's own transfers, which the desk never gives. */
const OF_THIS_BROWSER: ReadonlySet<string> = new Set([
  ...['approvalNeeded', 'readyToSign', 'notSeen', 'inWallet', 'walletSilent', 'ended', 'searching'],
]);

/** The verdicts on a mined deposit. */
const depositVerdicts = Object.values(everyVerdict).filter(
  (verdict): verdict is JudgedDeposit['verdict'] =>
    !OF_THIS_BROWSER.has(verdict.kind) &&
    (!('chainName' in verdict) || verdict.kind === 'wrongContract') &&
    !('chainNames' in verdict),
);

const journey = journeyOfDeposit(registry, unpaid.chain.name, unpaid.deposit);

/** A deposit with this verdict whose payout is on the destination chain. */
function depositWith(verdict: JudgedDeposit['verdict']): JudgedDeposit {
  return {
    ...{ verdict, journey, confidence: { kind: 'verified', chainNames: ['Northshore', 'Southshore'] } },
    ...{ money: 'bridge', steps: stepsOf(verdict, { transactions: {}, hasApproval: false }) },
    evidence: { ...unpaid, payout: provenOn(southshore, { amount: terms.receive }) },
    received: { amount: terms.receive, decimals: 6 },
    ...{
      gasReceived: null,
      bridgeFee: null,
      gasFee: null,
      limits: null,
      sentAtMs: 1_800_000_000_000,
      paidAtMs: 1_800_000_038_000,
    },
    ...{ seconds: 38, payoutHash: hashOf('3'), refundHash: null },
  };
}

/** A lookup that found these deposits. */
export function lookupOfDeposits(
  first: JudgedDeposit['verdict'],
  ...others: readonly JudgedDeposit['verdict'][]
): Lookup {
  return { ...lookupOfHash(first), deposits: [first, ...others].map(depositWith), verdicts: [first, ...others] };
}

function lookupOfHash(verdict: Verdict): Lookup {
  return {
    verdicts: [verdict],
    via: null,
    confidence: { kind: 'verified', chainNames: ['Northshore', 'Southshore'] },
    money: 'unknown',
    evidence: nowhere,
    deposits: [],
    isOver: false,
  };
}

const ofDeposits: ReadonlySet<Verdict> = new Set(depositVerdicts);

/** An example lookup for each of the desk's verdicts. */
export const everyLookup: readonly Lookup[] = [
  ...depositVerdicts.map((verdict) => lookupOfDeposits(verdict)),
  ...Object.values(everyVerdict)
    .filter((verdict) => !OF_THIS_BROWSER.has(verdict.kind) && !ofDeposits.has(verdict))
    .map(lookupOfHash),
];
