/** What has been started, to be stopped in reverse order. */
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

/** Stops what `start` has begun if it fails. What it returns must stop it otherwise. */
export async function orCleanUp<T>(start: (cleanups: Cleanups) => Promise<T>): Promise<T> {
  const cleanups = createCleanups();
  try {
    return await start(cleanups);
  } catch (error) {
    await cleanups.run();
    throw error;
  }
}
