/** How long a request waits for its answer, and for each further piece of a long one. */
const TURN_MS = 15_000;
/** Half a megabit a second. A phone on a poor network reaches it; a server that sends a byte now and then doesn't. */
const LEAST_BYTES_A_TURN = 1_000_000;

export type Patience = {
  /** Aborts if too little arrived in a turn, or when stopped. */
  readonly signal: AbortSignal;
  readonly stop: () => void;
  readonly received: (bytes: number) => void;
  /** How much has arrived. */
  readonly total: () => number;
};

export function createPatience(): Patience {
  const controller = new AbortController();
  let total = 0;
  function wait(before: number): void {
    AbortSignal.timeout(TURN_MS).addEventListener('abort', () => {
      if (total - before >= LEAST_BYTES_A_TURN) wait(total);
      else controller.abort();
    });
  }
  wait(0);
  return {
    signal: controller.signal,
    stop: () => controller.abort(),
    received: (bytes) => {
      total += bytes;
    },
    total: () => total,
  };
}
