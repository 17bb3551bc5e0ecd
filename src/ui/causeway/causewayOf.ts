import type { Pace, Verdict } from '../../domain/verdict/verdict.ts';
import { paceIn } from '../../domain/verdict/verdict.ts';
import { aboutVerdict } from '../../domain/verdict/verdictKinds.ts';

/** The spans of the road: route and amount, review, deposit sent, deposit confirmed, payout reported, delivered. */
export const SPANS = [1, 2, 3, 4, 5, 6] as const;

/** How far the road over the water is built. */
export type CausewayState = {
  /** The spans that stand, 0 to 6. */
  readonly built: number;
  /** Whether the next span is being built. */
  readonly isMoving: boolean;
  /** Whether the road ends here. */
  readonly isBroken: boolean;
  /** The share of the next span that is laid, 0 to 1. Without it the span is laid again and again. */
  readonly laid?: number;
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
  const { built, isMoving = false, isBroken = false } = aboutVerdict(verdict);
  const state = { built, isMoving: isMoving && !isBroken, isBroken };
  return laid === null || !state.isMoving ? state : { ...state, laid };
}
