/** Called after each step of long work. It rests when the work since the last rest has taken long enough. Undefined: go on. */
export type Pace = () => Promise<void> | undefined;

type Steps<T> = Iterator<unknown, T, undefined>;

/** Runs all steps with rests between them, so that they never block the page. */
export async function runInSlices<T>(steps: Steps<T>, pace: Pace): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const due = pace();
    if (due) await due;
  }
}

export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
