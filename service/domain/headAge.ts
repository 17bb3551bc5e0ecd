import type { Chain } from './catalog.ts';

/** The age of a chain's newest block in seconds; 0 when the block's clock is ahead. */
export function headAgeSeconds(head: Date, now: Date): number {
  return Math.max(0, Math.round((now.getTime() - head.getTime()) / 1000));
}

/**
 * Whether a chain's newest block is too old to act on: the chain stands still, or its providers do. The limit is configured,
 * because a limit learnt from the providers could be taught by them.
 */
export function isStale({ maxHeadAgeSeconds }: Pick<Chain, 'maxHeadAgeSeconds'>, head: Date, now: Date): boolean {
  return headAgeSeconds(head, now) > maxHeadAgeSeconds;
}
