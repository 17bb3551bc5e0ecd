/** How fast a provider answers one client, and whether it let the client wait. It decides only the order, and when others are asked. */
export type Pace = {
  /** Most answers arrive within this time; null before the first answer. */
  usualMs(): number | null;
  isLate(): boolean;
  noteAnswer(ms: number): void;
  noteLate(): void;
};

// A slow answer raises the usual time at once, and fast ones lower it slowly, so that few answers are above it.
const RISE = 0.5;
const FALL = 0.05;
const LATE_MS = 5000;
const MAX_LATE_MS = 300_000;
const FORGIVE_MS = 60_000;

/** @param now monotonic milliseconds */
export function createPace(now: () => number): Pace {
  let usual: number | null = null;
  let strikes = 0;
  let struckAt = 0;
  let lateUntil = 0;
  const isLate = () => now() < lateUntil;
  return {
    usualMs: () => usual,
    isLate,
    noteAnswer: (ms) => {
      usual = usual === null ? ms : usual + (ms - usual) * (ms > usual ? RISE : FALL);
    },
    noteLate: () => {
      // The calls of one moment count once.
      if (isLate()) return;
      const forgiven = Math.floor((now() - struckAt) / FORGIVE_MS);
      strikes = Math.max(0, strikes - forgiven) + 1;
      struckAt = now();
      lateUntil = now() + Math.min(LATE_MS * 2 ** Math.min(strikes - 1, 10), MAX_LATE_MS);
    },
  };
}
