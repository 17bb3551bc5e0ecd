/** How long a request waits for its answer, and for each further piece of a long one. */
const TURN_MS = 15_000;
/** Half a megabit a second. A phone on a poor network reaches it; a server that sends a byte now and then doesn't. */
const LEAST_BYTES_A_TURN = 1_000_000;

export type Patience = {
  /** Aborts if too little arrived in a turn, with the caller, and at the end. */
  readonly signal: AbortSignal;
  readonly end: () => void;
  readonly received: (bytes: number) => void;
  /** How much has arrived. */
  readonly total: () => number;
};

export function createPatience(caller?: AbortSignal): Patience {
  const controller = new AbortController();
  const end = () => controller.abort();
  // The oldest browsers don't have AbortSignal.any. The caller's signal outlives the request, and keeps no listener.
  caller?.addEventListener('abort', end, controller);
  let total = 0;
  function wait(before: number): void {
    AbortSignal.timeout(TURN_MS).addEventListener('abort', () => {
      if (total - before >= LEAST_BYTES_A_TURN) wait(total);
      else end();
    });
  }
  wait(0);
  return {
    signal: controller.signal,
    end,
    received: (bytes) => {
      total += bytes;
    },
    total: () => total,
  };
}
