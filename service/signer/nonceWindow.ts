/** How far the hot wallet's nonces on a chain are known to have come. */
export type NonceWindow = {
  /** The next nonce as it was when this process first read it. */
  first(): Promise<number>;
  /**
   * Whether a nonce is among the next ones. A worker that is taken over could otherwise keep payments and cancels for the far
   * future, where they block refunds and burn gas long after the worker is safe again.
   */
  admits(nonce: number): Promise<boolean>;
};

// The worker has at most 16 unsettled nonces, and a provider can be a few blocks behind.
const MAX_AHEAD = 64;

/** @param readNext reads the next nonce on the chain */
export function createNonceWindow(readNext: () => Promise<number>): NonceWindow {
  // Nonces only rise, so an old reading is a safe one, and most signatures need no new one.
  let first: Promise<number> | null = null;
  let next = 0;
  const readOnce = async () => {
    next = await readNext();
    return next;
  };
  // The payments of one request ask at the same moment. A failure is not kept.
  const readFirst = () => {
    first ??= readOnce().catch((error: unknown) => {
      first = null;
      throw error;
    });
    return first;
  };
  return {
    first: readFirst,
    admits: async (nonce) => {
      await readFirst();
      if (nonce > next + MAX_AHEAD) next = await readNext();
      return nonce <= next + MAX_AHEAD;
    },
  };
}
