import type { Route } from '../registry.ts';
import { smallestMinimum } from './dust.ts';
import type { Moment } from './fateOf.ts';
import { usualSecondsOf } from './usualSeconds.ts';

/** What the service offers now, as far as a verdict depends on it. */
export function momentOf(routes: readonly Route[], nowMs: number): Moment {
  return {
    nowMs,
    usualSeconds: (one) => usualSecondsOf(routes, one),
    minimum: (one) => smallestMinimum(routes, one),
  };
}
