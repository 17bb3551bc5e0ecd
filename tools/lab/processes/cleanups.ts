/** What must be stopped at the end, in reverse order of starting. */
export type Cleanups = {
  add(stop: () => unknown): void;
  run(): Promise<void>;
};

export function createCleanups(): Cleanups {
  const stops: (() => unknown)[] = [];
  return {
    add: (stop) => void stops.push(stop),
    run: async () => {
      for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
    },
  };
}

/** Stops what `start` has begun if it fails. On success, its result must be used to stop it. */
export async function orCleanUp<T>(start: (cleanups: Cleanups) => Promise<T>): Promise<T> {
  const cleanups = createCleanups();
  try {
    return await start(cleanups);
  } catch (error) {
    await cleanups.run();
    throw error;
  }
}
