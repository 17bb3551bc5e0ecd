/** When the service stops paying by itself. Values are scaled like every price. */
export type BreakerBounds = {
  readonly windowSeconds: number;
  /** The most by which payments may exceed deposits in the window, over all chains; null without this bound. */
  readonly maxNetOutflow: bigint | null;
  /** The most that payments may be worth in the window, over all chains; null without this bound. */
  readonly maxOutflow: bigint | null;
  /** Payments on a chain wait while its events were last read longer ago. */
  readonly maxReadAgeSeconds: number;
};
