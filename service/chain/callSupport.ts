/** Whether a chain's providers answer calls of a kind. Without it, each call to a provider that refuses them would be a call more. */
export type CallSupport = {
  isExpected(): boolean;
  /** The providers refuse such calls. */
  noteRefusal(): void;
  /** A call failed for another reason. Several in a row count as a refusal. */
  noteFailure(): void;
  noteAnswer(): void;
};

const REFUSED_MS = 600_000;
const REFUSED_AFTER_FAILURES = 3;

/** @param now monotonic milliseconds */
export function createCallSupport(now: () => number = () => performance.now()): CallSupport {
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
