/** Whether a chain's providers answer `eth_getBlockReceipts`. A provider that lacks it would count as failing with every call. */
export type BlockReceiptSupport = {
  isExpected(): boolean;
  /** The providers do not have the method. */
  noteRefusal(): void;
  /** A call failed for another reason. Several in a row count as a refusal. */
  noteFailure(): void;
  noteAnswer(): void;
};

const REFUSED_MS = 600_000;
const REFUSED_AFTER_FAILURES = 3;

/** @param now monotonic milliseconds */
export function createBlockReceiptSupport(now: () => number = () => performance.now()): BlockReceiptSupport {
  let refusedUntil = Number.NEGATIVE_INFINITY;
  let failures = 0;
  const noteRefusal = () => {
    refusedUntil = now() + REFUSED_MS;
    failures = 0;
  };
  return {
    isExpected: () => now() >= refusedUntil,
    noteRefusal,
    noteFailure: () => {
      failures += 1;
      if (failures >= REFUSED_AFTER_FAILURES) noteRefusal();
    },
    noteAnswer: () => {
      failures = 0;
    },
  };
}
