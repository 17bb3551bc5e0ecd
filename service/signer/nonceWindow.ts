/** How far the hot wallet's nonces on a chain are known to have come. */
export type NonceWindow = {
  /**
   * Whether a nonce is among the next ones. A worker that is taken over could otherwise keep payments and cancels for the far
   * future, where they block refunds and burn gas long after the worker is safe again.
   * @param readNext reads the next nonce on the chain
   */
  admits(nonce: number, readNext: () => Promise<number>): Promise<boolean>;
};

// The worker has at most 16 unsettled nonces, and a provider can be a few blocks behind.
const MAX_AHEAD = 64;

export function createNonceWindow(): NonceWindow {
  // Nonces only rise, so an old reading is a safe one, and most signatures need no new one.
  let next: number | null = null;
  return {
    admits: async (nonce, readNext) => {
      if (next === null || nonce > next + MAX_AHEAD) next = await readNext();
      return nonce <= next + MAX_AHEAD;
    },
  };
}
