/** The source of the current time. */
export type Clock = {
  now(): Date;
  /**
   * Why the time can't currently be trusted, as a clause; null if it can. A clock without a second source omits this.
   */
  findProblem?(): string | null;
  /** How far this machine's clock is ahead, in seconds. */
  aheadSeconds?(): number;
};

export const systemClock: Clock = { now: () => new Date() };

/** Thrown while no second clock confirms the time. */
export class ClockUncertain extends Error {
  readonly code = 'CLOCK_UNCERTAIN';
}

/** @throws ClockUncertain */
export function requireCertainTime({ findProblem }: Clock): void {
  const problem = findProblem?.() ?? null;
  if (problem !== null) throw new ClockUncertain(`Nothing is read or paid, because ${problem}. Correct the clock.`);
}
