/** The source of the current time. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
