/** What a provider's earlier answers say about asking it. It decides only the order: agreement decides what counts. */
export type Standing = {
  /** 0 asks first. */
  rank(): number;
  isLeftOut(): boolean;
  /** Whether calls fail at the moment, so that waiting for it would delay the others' answers. */
  isFailing(): boolean;
  noteAnswer(): void;
  noteFailure(): void;
  /** @returns true once for each series of contradictions that is too long for a reorg or a lagging node */
  noteContradiction(): boolean;
};

const FAILING_MS = 5000;
const MAX_FAILING_MS = 60_000;
const MAX_LEFT_OUT_MS = 300_000;
// One contradiction can be a reorg between two answers, so it is forgotten after this time.
const FORGIVE_MS = 60_000;
const SUSPECT_AFTER = 5;

/** @param now monotonic milliseconds */
export function createStanding(now: () => number): Standing {
  let failures = 0;
  let failingUntil = 0;
  let strikes = 0;
  let struckAt = 0;
  let leftOutUntil = 0;
  let isSuspect = false;

  const isLeftOut = () => now() < leftOutUntil;
  const isFailing = () => now() < failingUntil;
  return {
    isLeftOut,
    isFailing,
    rank: () => (isLeftOut() ? 2 : 0) + (isFailing() ? 1 : 0),
    noteAnswer: () => {
      failures = 0;
      failingUntil = 0;
    },
    noteFailure: () => {
      failures += 1;
      failingUntil = now() + Math.min(FAILING_MS * 2 ** Math.min(failures - 1, 10), MAX_FAILING_MS);
    },
    noteContradiction: () => {
      const forgiven = Math.floor((now() - struckAt) / FORGIVE_MS);
      strikes = Math.max(0, strikes - forgiven) + 1;
      struckAt = now();
      leftOutUntil = now() + Math.min(1000 * 2 ** Math.min(strikes, 10), MAX_LEFT_OUT_MS);
      if (strikes === 1) isSuspect = false;
      if (isSuspect || strikes < SUSPECT_AFTER) return false;
      isSuspect = true;
      return true;
    },
  };
}
