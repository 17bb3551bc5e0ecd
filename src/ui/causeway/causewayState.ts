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
