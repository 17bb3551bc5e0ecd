/** Places for work that only a few may do at the same time. */
export type Slots = {
  /**
   * Waits for a place.
   * @returns frees the place
   * @throws the signal's reason when it aborts first
   */
  take(signal: AbortSignal): Promise<() => void>;
};

export function createSlots(count: number): Slots {
  const waiting = new Set<() => void>();
  let taken = 0;
  const free = () => {
    const [next] = waiting;
    // The place goes to the one that waits the longest.
    if (next) next();
    else taken -= 1;
  };
  return {
    take: (signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        if (taken < count) {
          taken += 1;
          return resolve(free);
        }
        const leave = () => {
          waiting.delete(start);
          signal.removeEventListener('abort', abort);
        };
        const start = () => {
          leave();
          resolve(free);
        };
        const abort = () => {
          leave();
          reject(signal.reason);
        };
        waiting.add(start);
        signal.addEventListener('abort', abort);
      }),
  };
}
