import type { Timing, Verdict, VerdictKind } from './verdict.ts';
import { timingIn } from './verdict.ts';

/** What the person has to do with it: wait, act, or nothing more, because it went well or because it is over. */
export type VerdictStatus = 'open' | 'needsYou' | 'good' | 'over';

/** What support has to do with it: act, wait for an answer or for time, or nothing more. Cases that need a person come first. */
export const GROUPS = ['attention', 'unclear', 'open', 'over', 'good'] as const;
export type Group = (typeof GROUPS)[number];

export type Tone = 'good' | 'info' | 'warning' | 'danger';

/** How far a transfer has come. `stepsOf` derives its steps from it, so that they never contradict the verdict. */
export type Progress =
  | ('notStarted' | 'approving' | 'signing' | 'depositFailed' | 'deposited')
  | ('confirming' | 'payoutWaits' | 'paying' | 'paid' | 'payoutFailed')
  | ('refunding' | 'refundWaits' | 'refunded' | 'refundFailed');

type About = {
  readonly status: VerdictStatus;
  readonly group: Group;
  readonly tone: Tone;
  readonly progress: Progress;
  /** The spans of the road that stand, 0 to 6. */
  readonly built: number;
  /** Whether the road ends there. */
  readonly isBroken?: true;
  /** Whether something is happening by itself, so that the screen may show motion. */
  readonly isMoving?: true;
  /** Whether only a reorg could change it. */
  readonly isFinal?: true;
  /** Whether a person wants to hear about it, wherever they are in the app. */
  readonly isNews?: true;
  /** Whether only the service can say so. */
  readonly isReport?: true;
};

const wallet = { status: 'needsYou', group: 'open', tone: 'info', progress: 'signing', built: 2 } as const;
const failed = { progress: 'depositFailed', built: 3, isBroken: true } as const;
const reported = { status: 'open', group: 'open', isReport: true } as const;
const refund = { ...reported, tone: 'warning', built: 4, isBroken: true } as const;
const unanswered = { status: 'open', group: 'unclear', tone: 'warning', progress: 'confirming', built: 4 } as const;
const nowhere = { status: 'open', group: 'unclear', tone: 'warning', progress: 'notStarted', built: 2 } as const;

/** Everything that depends only on a verdict's kind. */
export const verdictKinds: Readonly<Record<VerdictKind, About>> = {
  approvalNeeded: { ...wallet, progress: 'approving' },
  readyToSign: wallet,
  notSeen: wallet,
  inWallet: { ...wallet, isMoving: true },
  walletSilent: { ...wallet, isMoving: true },
  awaitingSigners: wallet,
  ended: { ...wallet, status: 'over', group: 'over', progress: 'notStarted', isBroken: true },
  searching: { ...wallet, status: 'open', isMoving: true },
  pending: { ...wallet, status: 'open', built: 3, isMoving: true },

  reverted: { ...failed, status: 'over', group: 'over', tone: 'danger', isFinal: true, isNews: true },
  outOfGas: { ...failed, status: 'over', group: 'over', tone: 'danger', isFinal: true },
  cancelled: { ...failed, status: 'over', group: 'over', tone: 'info', isFinal: true, isNews: true },
  replaced: { ...failed, status: 'over', group: 'over', tone: 'info' },
  dropped: { ...failed, status: 'open', group: 'unclear', tone: 'warning' },
  reorgedAway: { ...failed, status: 'open', group: 'attention', tone: 'warning' },
  noDeposit: { ...failed, status: 'needsYou', group: 'over', tone: 'warning', isFinal: true, isNews: true },
  wrongChain: { ...failed, status: 'needsYou', group: 'attention', tone: 'danger', isFinal: true, isNews: true },
  sentToVault: { ...failed, status: 'needsYou', group: 'attention', tone: 'danger', isFinal: true },
  wrongContract: { ...failed, status: 'needsYou', group: 'attention', tone: 'danger', isFinal: true },
  sentToAccount: { ...failed, status: 'over', group: 'over', tone: 'warning', isFinal: true },
  payment: { ...nowhere, tone: 'info' },
  failedPayment: { ...nowhere, tone: 'info' },

  notFound: nowhere,
  rpcSilent: nowhere,
  endpointsDisagree: { ...nowhere, group: 'attention' },

  inProgress: { ...reported, tone: 'info', progress: 'confirming', built: 4, isMoving: true },
  late: { ...reported, tone: 'warning', progress: 'confirming', built: 4, isMoving: true },
  delayed: { ...reported, tone: 'warning', progress: 'paying', built: 4, isMoving: true },
  waitingForFunds: { ...reported, tone: 'warning', progress: 'payoutWaits', built: 4 },
  paused: { ...reported, tone: 'warning', progress: 'payoutWaits', built: 4 },
  held: { ...reported, group: 'attention', tone: 'warning', progress: 'payoutWaits', built: 4, isNews: true },
  verifyingPayout: { ...reported, tone: 'info', progress: 'paying', built: 5, isMoving: true },
  delivered: {
    ...{ status: 'good', group: 'good', tone: 'good', progress: 'paid', built: 6, isFinal: true, isNews: true },
  },
  deliveredOtherAmount: {
    ...{ status: 'good', group: 'attention', tone: 'warning', progress: 'paid', built: 6, isFinal: true },
  },
  payoutDiffers: {
    ...{ status: 'needsYou', group: 'attention', tone: 'danger', progress: 'payoutFailed', built: 5 },
    ...{ isBroken: true, isNews: true },
  },
  refunding: { ...refund, progress: 'refunding', isMoving: true },
  refundHeld: { ...refund, group: 'attention', progress: 'refundWaits', isNews: true },
  verifyingRefund: { ...refund, progress: 'refunding', isMoving: true },
  notDelivered: { ...refund, group: 'attention', progress: 'refunding', isMoving: true },
  closed: {
    ...refund,
    status: 'needsYou',
    group: 'attention',
    tone: 'danger',
    progress: 'refundWaits',
    isNews: true,
  },
  refunded: {
    ...{ status: 'good', group: 'good', tone: 'good', progress: 'refunded', built: 4 },
    ...{ isBroken: true, isFinal: true, isNews: true },
  },
  refundDiffers: {
    ...{ status: 'needsYou', group: 'attention', tone: 'danger', progress: 'refundFailed', built: 4 },
    ...{ isBroken: true, isNews: true },
  },
  dustKept: { status: 'over', group: 'over', tone: 'warning', progress: 'payoutFailed', built: 4, isBroken: true },
  unknownRoute: { ...unanswered, group: 'attention', progress: 'deposited' },
  unknownStep: { ...unanswered, group: 'attention', progress: 'deposited', isReport: true },
  serviceSilent: unanswered,
  noReceipt: { ...unanswered, group: 'attention', isReport: true },
  sourcesDisagree: { ...unanswered, group: 'attention', built: 3, isBroken: true },
};

export const aboutVerdict = ({ kind }: Verdict): About => verdictKinds[kind];

const FROM_BEST: readonly Tone[] = ['good', 'info', 'warning', 'danger'];

/** The tone of a verdict; for several, that of the one that needs the most attention. */
export function toneOf(...verdicts: readonly Verdict[]): Tone {
  const places = verdicts.map((verdict) => FROM_BEST.indexOf(aboutVerdict(verdict).tone));
  return FROM_BEST[Math.max(...places)] ?? 'info';
}

/** How far the road is built. The next span grows with the usual time of the route. */
export function causewayOf(verdict: Verdict) {
  const timing = timingIn(verdict);
  const laid = timing && laidAfter(timing);
  const { built, isMoving = false, isBroken = false } = aboutVerdict(verdict);
  const state = { built, isMoving: isMoving && !isBroken, isBroken };
  return laid === null || !state.isMoving ? state : { ...state, laid };
}

/** The built share of the next span after that time. It never reaches 1: only the chain completes a span. */
function laidAfter({ elapsedSeconds, usualSeconds }: Timing): number | null {
  if (usualSeconds === null || usualSeconds === 0) return null;
  return 1 - 2 ** (-2 * (elapsedSeconds / usualSeconds));
}
