import type { CausewayState } from '../ui/causeway/Causeway.tsx';
import type { Pace, Verdict } from './verdict/verdict.ts';
import { paceIn } from './verdict/verdict.ts';
import { aboutVerdict } from './verdict/verdictKinds.ts';

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
