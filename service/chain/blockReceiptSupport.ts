/** Whether a chain's providers answer `eth_getBlockReceipts`. A provider that lacks it would count as failing with every call. */
export type BlockReceiptSupport = {
  isExpected(): boolean;
  noteRefusal(): void;
};

const REFUSED_MS = 600_000;

/** @param now monotonic milliseconds */
export function createBlockReceiptSupport(now: () => number = () => performance.now()): BlockReceiptSupport {
  let refusedUntil = Number.NEGATIVE_INFINITY;
  return {
    isExpected: () => now() >= refusedUntil,
    noteRefusal: () => {
      refusedUntil = now() + REFUSED_MS;
    },
  };
}
