import type { Pace } from '../../domain/verdict/pace.ts';
import type { Verdict, VerdictKind } from '../../domain/verdict/verdict.ts';
import { paceIn } from '../../domain/verdict/verdict.ts';
import type { CausewayState } from './causewayState.ts';

const standing = (built: number): CausewayState => ({ built, isMoving: false, isBroken: false });
const moving = (built: number): CausewayState => ({ built, isMoving: true, isBroken: false });
const broken = (built: number): CausewayState => ({ built, isMoving: false, isBroken: true });

const states: Readonly<Record<VerdictKind, CausewayState>> = {
  approvalNeeded: standing(2),
  readyToSign: standing(2),
  notSeen: standing(2),
  awaitingSigners: standing(2),
  inWallet: moving(2),
  walletSilent: moving(2),
  ended: broken(2),
  searching: standing(2),
  notFound: standing(2),
  searchIncomplete: standing(2),
  depositPending: moving(3),
  depositReverted: broken(3),
  depositCancelled: broken(3),
  notThisDeposit: broken(3),
  wrongChain: broken(3),
  inProgress: moving(4),
  late: moving(4),
  delayed: moving(4),
  waitingForFunds: standing(4),
  paused: standing(4),
  held: standing(4),
  verifyingPayout: moving(5),
  delivered: standing(6),
  payoutDiffers: broken(5),
  refunding: broken(4),
  refundHeld: broken(4),
  verifyingRefund: broken(4),
  refunded: broken(4),
  refundDiffers: broken(4),
  notDelivered: broken(4),
  closed: broken(4),
  serviceSilent: standing(4),
  noReceipt: standing(4),
  sourcesDisagree: broken(3),
  payoutReported: standing(5),
  refundReported: broken(4),
  unchecked: standing(3),
};

/** The share of the next span after that time. It never closes: only the chain decides that. */
function laidAfter({ elapsedSeconds, usualSeconds }: Pace): number | null {
  if (usualSeconds === null || usualSeconds === 0) return null;
  return 1 - 2 ** (-2 * (elapsedSeconds / usualSeconds));
}

/** How far the road is built. The next span grows with the usual time of the route. */
export function causewayOf(verdict: Verdict): CausewayState {
  const pace = paceIn(verdict);
  const laid = pace && laidAfter(pace);
  const state = states[verdict.kind];
  return laid === null || !state.isMoving ? state : { ...state, laid };
}
