/** When the service stops paying by itself. Values are scaled like every price. */
export type BreakerBounds = {
  readonly windowSeconds: number;
  /** The most by which payments may exceed deposits in the window, over all chains. */
  readonly maxNetOutflow: bigint;
  /** Payments on a chain wait while its events were last read longer ago. */
  readonly maxReadAgeSeconds: number;
};
