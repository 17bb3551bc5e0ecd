import { longerDelay } from '../../lib/longerDelay.ts';
import { groupOfKind } from '../model/caseTable.ts';
import type { Case } from '../model/judge.ts';
import { kindsOf } from '../model/pin.ts';

export const FIRST_LOOK_MS = 5_000;
/** A transfer under way has news within seconds. */
const MOST_MOVING_MS = 15_000;
/** Any other case changes when a person acts, or when a source answers again. */
const MOST_STILL_MS = 120_000;

/** A case as one lookup found it. `delayMs` is the time until the next lookup; null: no lookup can find anything new. */
export type Look = { readonly found: Case; readonly delayMs: number | null };

/** Waits longer after each lookup that finds the same verdict again. */
export function lookAfter(before: Look | null, found: Case): Look {
  if (found.isOver) return { found, delayMs: null };
  const kinds = kindsOf(found);
  const isSame = before !== null && kindsOf(before.found).join() === kinds.join();
  if (!isSame) return { found, delayMs: FIRST_LOOK_MS };
  const isMoving = kinds.some((kind) => ['open', 'good'].includes(groupOfKind(kind)));
  return { found, delayMs: longerDelay(before.delayMs ?? FIRST_LOOK_MS, isMoving ? MOST_MOVING_MS : MOST_STILL_MS) };
}
