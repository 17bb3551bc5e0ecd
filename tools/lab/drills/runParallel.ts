/** Runs jobs in a fixed number of slots. Each job gets its slot's index. @returns the results in the order of the jobs */
export async function runParallel<Job, Result>(
  jobs: readonly Job[],
  slots: number,
  run: (job: Job, slot: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = 0;
  const runSlot = async (slot: number) => {
    while (next < jobs.length) {
      const index = next;
      next += 1;
      const job = jobs[index];
      if (job !== undefined) results[index] = await run(job, slot);
    }
  };
  // Every slot must end before this function throws, because the caller then stops the servers that the jobs use.
  const outcomes = await Promise.allSettled(
    Array.from({ length: Math.min(slots, jobs.length) }, (_, slot) => runSlot(slot)),
  );
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return results;
}
