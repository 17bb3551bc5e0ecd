import type { CaseVerdict, FateVerdict } from '../../src/domain/desk/caseVerdict.ts';
import type { Case, DepositCase } from '../../src/domain/desk/toCase.ts';
import { journeyOfDeposit } from '../../src/domain/verdict/journey.ts';
import { AGREES, nowhere, southshore, unpaid } from './deskEvidence.ts';
import { hashOf } from './fakeWallet.ts';
import { OTHER_ACCOUNT, registry, terms } from './fixtures.ts';

const cause = { reason: null, message: null };
const moved = [{ token: terms.origin.token, to: OTHER_ACCOUNT, amount: 5n }];
const on = { chainName: 'Northshore' };
const pace = null;

export const delivered: FateVerdict = { kind: 'delivered', received: terms.receive };
const fates = [delivered];

type OfKind<V extends CaseVerdict, K> = V extends unknown
  ? K extends V['kind']
    ? V & { readonly kind: K }
    : never
  : never;
type Examples<V extends CaseVerdict> = { readonly [K in V['kind']]: OfKind<V, K> };

const ofDeposits: Examples<FateVerdict> = {
  delivered: { kind: 'delivered', received: terms.receive },
  deliveredOtherAmount: { kind: 'deliveredOtherAmount', received: terms.receive, stated: 7n },
  payoutDiffers: { kind: 'payoutDiffers', shortfalls: [] },
  verifyingPayout: { kind: 'verifyingPayout', gap: null, pace },
  inProgress: {
    ...{ kind: 'inProgress', step: 'confirming', confirmations: { seen: 9, needed: 12 } },
    ...{ cause, isReported: true, pace },
  },
  late: { kind: 'late', step: 'seen', confirmations: null, cause, isReported: true, pace },
  delayed: { kind: 'delayed', cause, pace },
  waitingForFunds: { kind: 'waitingForFunds', cause, pace },
  paused: { kind: 'paused', cause, pace },
  held: { kind: 'held', cause, pace },
  refunding: { kind: 'refunding', cause },
  refundHeld: { kind: 'refundHeld', cause },
  verifyingRefund: { kind: 'verifyingRefund', cause, gap: null },
  refunded: { kind: 'refunded', refunded: terms.send, cause },
  outOfRangeRefunded: { kind: 'outOfRangeRefunded', refunded: terms.send },
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
};

const ofHashes: Examples<Exclude<CaseVerdict, FateVerdict>> = {
  severalDeposits: { kind: 'severalDeposits', fates: [delivered, { kind: 'dustKept' }] },
  payoutPasted: { kind: 'payoutPasted', fates },
  refundPasted: { kind: 'refundPasted', fates },
  paymentPasted: { kind: 'paymentPasted', ...on },
  failedPayment: { kind: 'failedPayment', ...on },
  safeHash: { kind: 'safeHash', transaction: null, fates: [] },
  replaced: { kind: 'replaced', by: hashOf('4'), fates: [], ...on },
  cancelled: { kind: 'cancelled', by: hashOf('4'), ...on },
  pending: { kind: 'pending', ...on },
  dropped: { kind: 'dropped', ...on },
  reorgedAway: { kind: 'reorgedAway', ...on },
  noDeposit: { kind: 'noDeposit', ...on },
  reverted: { kind: 'reverted', reason: 'Too little', ...on },
  outOfGas: { kind: 'outOfGas', gasLimit: 60_000n, ...on },
  sentToVault: { kind: 'sentToVault', moved, ...on },
  wrongChain: { kind: 'wrongChain', meantFor: 'Southshore', moved, ...on },
  notFound: { kind: 'notFound', chainNames: ['Northshore', 'Southshore'] },
  rpcSilent: { kind: 'rpcSilent', chainNames: ['Southshore'] },
  endpointsDisagree: { kind: 'endpointsDisagree', ...on },
};

/** An example of each verdict of the receipts desk. */
export const everyVerdict = { ...ofDeposits, ...ofHashes };

const journey = journeyOfDeposit(registry, unpaid.chain.name, unpaid.deposit);

/** A deposit with this verdict, of which the destination chain shows a payout. */
function depositWith(verdict: FateVerdict): DepositCase {
  const paid = {
    chain: southshore,
    endpoints: AGREES,
    kind: 'proven',
    hash: hashOf('3'),
    amount: terms.receive,
  } as const;
  return {
    ...{
      verdict,
      journey,
      confidence: { kind: 'verified', chainNames: ['Northshore', 'Southshore'] },
      money: 'bridge',
    },
    evidence: { ...unpaid, payout: { ...paid, paidAtMs: 1_800_000_038_000, confirmations: 5 } },
    received: { amount: terms.receive, decimals: 6 },
    ...{ bridgeFee: null, gasFee: null, sentAtMs: 1_800_000_000_000, paidAtMs: 1_800_000_038_000, seconds: 38 },
    ...{ payoutHash: hashOf('3'), refundHash: null },
  };
}

/** A case with this verdict. A fate comes with its deposit, as do several fates. */
function caseWith(verdict: CaseVerdict, fates: readonly FateVerdict[]): Case {
  const deposits = fates.map(depositWith);
  return {
    verdict,
    confidence: { kind: 'verified', chainNames: ['Northshore', 'Southshore'] },
    money: 'unknown',
    evidence: nowhere,
    deposits,
    isOver: false,
  };
}

/** An example of a case for each verdict. */
export const everyCase: readonly Case[] = [
  ...Object.values(ofDeposits).map((fate) => caseWith(fate, [fate])),
  ...Object.values(ofHashes).map((verdict) => caseWith(verdict, 'fates' in verdict ? verdict.fates : [])),
];
